/** JSON Pointers of a patch. RFC 6901 4. */
import { expect, test } from '@jest/globals'
import { parsePointer } from '../../../src/fhir-server/patch/json-pointer.ts'

test.each([
  ['', []],
  ['/a/0', ['a', '0']],
  ['/a~1b', ['a/b']],
  ['/a~0b', ['a~b']],
  // The tilde is the last that is replaced.
  ['/~01', ['~1']],
  ['/~2', undefined],
  ['a', undefined],
])('RFC 6901 4: %j is %j', (text, pointer) => {
  expect(parsePointer(text)).toEqual(pointer)
})
