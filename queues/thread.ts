/** A thread of the pool: a task in, its answer out; of a failure its class and place. */
import { parentPort, workerData } from 'node:worker_threads'
import { errorFields } from '../src/log.ts'
import { type Answers, modules, type Task, type TaskName, type ThreadAnswer, taskTable } from './thread-tasks.ts'

const run = <Name extends TaskName>({ name, input }: Task<Name>): Promise<Answers[Name]> => taskTable[name](input)

parentPort?.on('message', async (task: Task) => {
  const answer = await run(task).then(
    (value): ThreadAnswer => ({ value }),
    (error: unknown): ThreadAnswer => ({ failure: errorFields(error) }),
  )
  const bytes = 'value' in answer && answer.value instanceof Uint8Array ? [answer.value.buffer] : []
  parentPort?.postMessage(answer, bytes)
})

// What it will need, before it is asked; a task that comes in the meantime waits for the same.
await Promise.all((workerData as readonly TaskName[]).map((name) => modules[name]()))
