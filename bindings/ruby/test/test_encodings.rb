# frozen_string_literal: true

require_relative 'helper'

# Strings in other encodings than UTF-8, in and out.
class TestEncodings < FastJSONTest
  TEXT = '{"é":"ü"}'

  def test_sources_in_other_encodings_are_transcoded
    %w[UTF-16LE UTF-16BE UTF-32LE ISO-8859-1 Windows-1252].each do |name|
      value = FastJSON.parse(TEXT.encode(name))
      assert_equal({ 'é' => 'ü' }, value, name)
      assert_equal Encoding::UTF_8, value['é'].encoding
    end
    assert_equal ['日本'], FastJSON.parse('["日本"]'.encode('Shift_JIS'))
  end

  def test_binary_and_us_ascii_sources_are_read_as_utf8
    assert_equal({ 'é' => 'ü' }, FastJSON.parse(TEXT.b))
    assert_equal [1], FastJSON.parse('[1]'.encode('US-ASCII'))
    refuses(FastJSON::ParserError, 'invalid_utf8') { FastJSON.parse("[\"\xff\"]".b) }
    refuses(FastJSON::ParserError, 'invalid_utf8') { FastJSON.parse("[\"\xff\"]".dup.force_encoding('US-ASCII')) }
  end

  def test_a_source_that_cannot_be_transcoded_is_refused
    refuses(FastJSON::ParserError, 'invalid_utf8') { FastJSON.parse("[\"\xd8\x00\"]".dup.force_encoding('UTF-16BE')) }
    refuses(FastJSON::ParserError, 'invalid_utf8') { FastJSON.parse("[\"\x81\"]".dup.force_encoding('Windows-1252')) }
  end

  def test_the_source_is_not_changed
    source = TEXT.encode('UTF-16LE')
    copy = source.dup
    FastJSON.parse(source)
    assert_equal copy, source
    assert_equal Encoding::UTF_16LE, source.encoding
  end

  def test_strings_in_other_encodings_are_generated_as_utf8
    %w[UTF-16LE UTF-32BE ISO-8859-1 Windows-1252 US-ASCII].each do |name|
      string = name == 'US-ASCII' ? 'plain' : 'üé'
      expected = "[\"#{string}\",{\"#{string}\":1}]"
      encoded = string.encode(name)
      result = FastJSON.generate([encoded, { encoded => 1 }])
      assert_equal expected, result, name
      assert_equal Encoding::UTF_8, result.encoding
      assert_equal string.ascii_only?, result.ascii_only?
    end
  end

  def test_binary_strings_that_are_utf8_are_accepted
    assert_equal '"é"', FastJSON.generate("\xC3\xA9".b)
    assert_equal '{"é":"x"}', FastJSON.generate({ "\xC3\xA9".b => 'x'.b })
    refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate("\x82\xAC\xEF".b) }
  end

  def test_invalid_utf8_is_refused_and_never_replaced
    ["\xff", "a\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "#{'x' * 100}\x80", "\xc0\xaf"].each do |string|
      refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate(string) }
      refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate({ string => 1 }) }
      refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate({ string => 1 }, sort_keys: true) }
      refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate(string, ascii_only: true) }
    end
    refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate("\xd8".dup.force_encoding('UTF-16BE')) }
  end

  def test_a_string_changed_after_it_was_scanned_is_looked_at_again
    string = +'abc'
    assert_predicate string, :ascii_only?
    string << "\u00e9"
    assert_equal '"abcé"', FastJSON.generate(string)
    string.setbyte(1, 0xff)
    refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate(string) }
  end

  def test_what_is_known_of_the_result_is_true
    ['abc', 'é', "\u2028", "\u{1f600}"].each do |string|
      [{}, { ascii_only: true }, { script_safe: true }].each do |options|
        result = FastJSON.generate([string], options)
        fresh = result.b.force_encoding(Encoding::UTF_8)
        assert_equal fresh.ascii_only?, result.ascii_only?
        assert_predicate result, :valid_encoding?
        assert_equal fresh.length, result.length
      end
      parsed = FastJSON.parse("\"#{string}\"")
      assert_equal string.length, parsed.length
      assert_equal string.ascii_only?, parsed.ascii_only?
      assert_equal string.hash, parsed.hash
    end
  end

  def test_symbols_beyond_ascii
    assert_equal '{"é":"ü"}', FastJSON.generate({ é: :ü })
    broken = "\xff".dup.force_encoding(Encoding::BINARY).to_sym
    refuses(FastJSON::GeneratorError, 'invalid_utf8') { FastJSON.generate([broken]) }
  end
end
