/** Java: HAPI v2, fetched by Maven. Its server parses with validation; its client sends what it has parsed and encoded itself. */
import { join } from 'node:path'
import { findPort } from '../../test/ports.ts'
import { javaPrograms, listLacking, prepareJava } from '../programs.ts'
import { startEngine } from './engine.ts'
import { judgeEngine } from './judge-engine.ts'

async function startHapi() {
  const classPath = prepareJava({
    cache: 'hapi-v2',
    pom: join(import.meta.dirname, '../exports/hapi-v2.xml'),
    sources: [join(import.meta.dirname, 'HapiEngine.java')],
  })
  return startEngine('java', ['-Xmx512m', '-cp', classPath, 'HapiEngine', String(await findPort())])
}

export const hapi = judgeEngine({
  name: 'HAPI v2 2.6.0',
  listMissing: () => listLacking(...javaPrograms),
  start: startHapi,
})
