/** All cases, with those from the published examples of R4. */
import { listAllCases } from './cases/all-cases.ts'
import { testCases } from './judged-cases.ts'

testCases(listAllCases)
