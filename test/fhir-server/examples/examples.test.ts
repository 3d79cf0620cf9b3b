/** The examples of AU Base; examples.exhaustive.test.ts has those of R4. */
import { auBaseExamples } from '../../profiles/au-base-examples.ts'
import { testExamples } from './examples-run.ts'
import { listExamples } from './published-examples.ts'

testExamples(listExamples(auBaseExamples))
