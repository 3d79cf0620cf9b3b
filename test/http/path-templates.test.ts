import { expect, test } from '@jest/globals'
import { compilePaths } from '../../src/http/path-templates.ts'

const find = compilePaths(
  [
    ['/', 'root'],
    ['/Patient/{id}/*', 'star'],
    ['/{type}/$meta', 'operation'],
    ['/v1/other.things', 'dot'],
    ['/{type}/{id}', 'instance'],
    ['/v1/things/{id}:approve', 'verb'],
    ['/elsewhere/{id}', 'of another group'],
  ],
  (path) => (path.startsWith('/elsewhere') ? 1 : 0),
)

test.each([
  ['/', [['root', {}]]],
  ['/Patient/7/*', [['star', { id: '7' }]]],
  ['/Patient/7/x', []],
  [
    '/Patient/$meta',
    [
      ['operation', { type: 'Patient' }],
      ['instance', { type: 'Patient', id: '$meta' }],
    ],
  ],
  ['/v1/things/a:approve', [['verb', { id: 'a' }]]],
  ['/v1/things/a:forget', []],
  [
    '/v1/other.things',
    [
      ['dot', {}],
      ['instance', { type: 'v1', id: 'other.things' }],
    ],
  ],
  ['/v1/otherxthings/', []],
  ['/A/%2e%41', [['instance', { type: 'A', id: '%2e%41' }]]],
  ['/A/b/', []],
  ['//b', []],
  ['/PATIENT/7/*', []],
  ['/elsewhere/7', [['of another group', { id: '7' }]]],
  ['', []],
])('docs/design/hub.md#routes: %s matches as it is written, letter by letter', (path, expected) => {
  expect(find(path).map(({ row, named }) => [row, named])).toEqual(expected)
})
