/** Descriptions of the operations on merges of patients. */
import type { OperationTexts } from './operation-texts.ts'

export const mergeOperations: OperationTexts = {
  listPatientMerges:
    'Lists the merges that senders have told of (ADT A40), the newest first. state=open lists those that wait for a person. A merge of a patient who denies it to the caller is left out.',
  readPatientMerge: 'Reads one merge: its two patients, its state, and who has told of it.',
  confirmPatientMerge:
    'Confirms an open merge. Messages with a number of the merged record enter the other one from now on, and the held deliveries of both go on. Another state is 409 invalid-transition.',
  undoPatientMerge:
    'Undoes a merge, open or confirmed: the links between the two records go, the merged one is as active as before, and held deliveries go on. What has entered the other record since stays there.',
}
