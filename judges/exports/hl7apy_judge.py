"""hl7apy over files: one path a line on standard input; for each a line with the path, a tab, and the reasons why it is no valid message.

Tolerant validation finds missing and unknown elements. Strict validation stops at the first value that is longer than the library's
tables allow, so such a value is cut and the message read again: the lengths that follow from a document's own words are listed in
`allowed`, any other reason is a finding.
"""
import re
import sys

from hl7apy.consts import VALIDATION_LEVEL
from hl7apy.exceptions import HL7apyException, MaxLengthReached
from hl7apy.parser import parse_message

# HD.1 has 20 characters, and ST of ED.5 has 199: names of organisations and documents in Base64 are longer.
allowed = {20, 199}


def parse(text, level):
    parse_message(text, validation_level=level).validate()


def judge(text):
    try:
        parse(text, VALIDATION_LEVEL.TOLERANT)
    except HL7apyException as error:
        return f'tolerant: {type(error).__name__}'
    for _ in range(40):
        try:
            parse(text, VALIDATION_LEVEL.STRICT)
            return ''
        except MaxLengthReached as error:
            value, length = re.fullmatch(r'The value (.*) exceed the max length: (\d+)', str(error), re.S).groups()
            if int(length) not in allowed or value not in text:
                return f'strict: a value is longer than {length}'
            text = text.replace(value, value[: int(length)])
        except HL7apyException as error:
            return f'strict: {type(error).__name__}'
    return 'strict: no end of values that are too long'


for line in sys.stdin:
    path = line.rstrip('\n')
    with open(path, 'rb') as file:
        content = file.read()
    charset = 'latin-1' if b'|8859/1' in content.split(b'\r')[0] else 'utf-8'
    print(f'{path}\t{judge(content.decode(charset))}', flush=True)
