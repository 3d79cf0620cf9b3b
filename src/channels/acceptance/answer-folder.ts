/** Tests whether the folder in which a receiver puts its answers can be read. */
import type { AnswerFolder } from '../pick-up/answer-folder.ts'
import type { CheckResult } from './check-result.ts'

const check = 'answers-readable'
const failed: CheckResult = {
  check,
  outcome: 'failed',
  advice:
    'The folder of the answers, or keepIn, is not there or cannot be read: look at acknowledgements, at the rights there, and at BANKSIA_FILE_FOLDERS',
}

export async function testAnswerFolder(open: () => Promise<AnswerFolder | undefined>): Promise<CheckResult> {
  try {
    const folder = await open()
    if (folder === undefined) return failed
    try {
      await folder.list(() => false)
      return { check, outcome: 'passed' }
    } finally {
      folder.close()
    }
  } catch {
    return failed
  }
}
