# frozen_string_literal: true

module FastJSON
  # The version of the gem.
  VERSION = '1.0.0'
end
