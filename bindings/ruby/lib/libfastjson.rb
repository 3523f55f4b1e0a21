# frozen_string_literal: true

# The gem's name as a file to require; the module is FastJSON.
require_relative 'fastjson'
