/** Python: PyPI's hl7, whose servers and client speak MLLP. */
import { join } from 'node:path'
import { startEngine } from './engine.ts'
import { judgeEngine } from './judge-engine.ts'
import { listLackingPackages } from './python-packages.ts'

const hl7 = { name: 'hl7', version: '0.4.5' }

export const pythonHl7 = judgeEngine({
  name: `Python hl7 ${hl7.version}`,
  listMissing: () => listLackingPackages(hl7),
  start: () => startEngine('python3', [join(import.meta.dirname, 'hl7_engine.py')]),
})
