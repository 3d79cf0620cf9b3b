/** Python: PyPI's hl7, whose servers and client speak MLLP. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startEngine } from './engine.ts'
import { judgeEngine } from './judge-engine.ts'

const version = '0.4.5'

const isInstalled = (): boolean => {
  const asked = `from importlib.metadata import version; import hl7.mllp; assert version('hl7') == '${version}'`
  return spawnSync('python3', ['-c', asked]).status === 0
}

export const pythonHl7 = judgeEngine({
  name: `Python hl7 ${version}`,
  listMissing: () => (isInstalled() ? [] : [`hl7==${version} of PyPI on PYTHONPATH`]),
  start: () => startEngine('python3', [join(import.meta.dirname, 'hl7_engine.py')]),
})
