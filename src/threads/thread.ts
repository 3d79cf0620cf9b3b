/** A thread of the pool: says that it is ready, then a task in, its answer out; of a failure its class and place. */
import { parentPort, workerData } from 'node:worker_threads'
import { errorFields } from '../core/log.ts'
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

// What it will need, before it is asked; a task that comes in the meantime waits.
await Promise.all((workerData as readonly TaskName[]).map((name) => modules[name]()))

parentPort?.postMessage('ready' satisfies ThreadMessage)
parentPort?.on('message', async (task: Task) => {
  const answer = await run(task).then(
    (value): ThreadAnswer => ({ value }),
    (error: unknown): ThreadAnswer => ({ failure: errorFields(error) }),
  )
  const bytes = 'value' in answer && answer.value instanceof Uint8Array ? [answer.value.buffer] : []
  parentPort?.postMessage(answer, bytes)
})
