/** Tests whether the folder in which a receiver puts its answers can be read. */
import type { AnswerFolder } from '../pick-up/answer-folder.ts'
import { type CheckResult, failedCheck, networkReason, passedCheck } from './check-result.ts'

const check = 'answers-readable'
const failed = (error?: unknown): CheckResult =>
  failedCheck({
    check,
    advice:
      'The folder of the answers, or keepIn, is not there or cannot be read: look at acknowledgements, at the rights there, and at BANKSIA_FILE_FOLDERS',
    reason: networkReason(error, 'directory-unavailable'),
  })

export async function testAnswerFolder(open: () => Promise<AnswerFolder | undefined>): Promise<CheckResult> {
  try {
    const folder = await open()
    if (folder === undefined) return failed()
    try {
      await folder.list(() => false)
      return passedCheck(check)
    } finally {
      folder.close()
    }
  } catch (error) {
    return failed(error)
  }
}
