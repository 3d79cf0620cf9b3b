/** A thread of the pool: reports that it is ready, then takes tasks and answers them; an error's answer has its class and place. */
import { parentPort, workerData } from 'node:worker_threads'
import { errorFields } from '../core/log.ts'
import { DocumentRefused } from '../exports/check-document.ts'
import {
  type Answers,
  modules,
  type Task,
  type TaskName,
  type ThreadAnswer,
  type ThreadMessage,
  taskTable,
} from './thread-tasks.ts'

const run = <Name extends TaskName>({ name, input }: Task<Name>): Promise<Answers[Name]> => taskTable[name](input)

// Loads its parts before the first task; a task that comes meanwhile waits.
await Promise.all((workerData as readonly TaskName[]).map((name) => modules[name]()))

parentPort?.postMessage('ready' satisfies ThreadMessage)
parentPort?.on('message', async (task: Task) => {
  const answer = await run(task).then(
    (value): ThreadAnswer => ({ value }),
    (error: unknown): ThreadAnswer =>
      error instanceof DocumentRefused ? { refusals: error.refusals } : { failure: errorFields(error) },
  )
  const bytes = 'value' in answer && answer.value instanceof Uint8Array ? [answer.value.buffer] : []
  parentPort?.postMessage(answer, bytes)
})
