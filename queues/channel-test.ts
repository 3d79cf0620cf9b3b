/** Tests a channel's destination, and stores the result with the job. docs/design/hub.md#routes. */
import type { TestChannel } from '../src/channels/acceptance/acceptance.ts'
import { hubAddress, hubContent } from '../src/store/hub-resources.ts'
import { putJobResult } from '../src/store/operations/jobs.ts'
import type { WakeUp } from './queues.ts'
import { checkWanted, endSucceeded, type JobRunner, runJob, type Underway } from './run-job.ts'

export type ChannelTesting = JobRunner & { readonly testChannel: TestChannel }

const testTimeoutMs = 60_000

export const runChannelTest = (testing: ChannelTesting, wakeUp: WakeUp): Promise<void> =>
  runJob(testing, wakeUp, (underway) => test(testing, underway))

/** The network is called between two transactions. */
async function test({ store, testChannel }: ChannelTesting, underway: Underway): Promise<void> {
  const { job, caller, signal } = underway
  const channelId = job.targetId ?? ''
  const { transport, destination } = await store.transact(caller, async (tx) =>
    hubContent('Channel', await tx.read(hubAddress('Channel', channelId))),
  )
  const limit = AbortSignal.any([signal, AbortSignal.timeout(testTimeoutMs)])
  const checks = await testChannel(transport, destination, limit)
  checkWanted(underway)
  await store.transact(caller, async (tx) => {
    const isPassed = checks.every(({ outcome }) => outcome !== 'failed')
    await putJobResult(tx, job.id, { isPassed, checks })
    tx.record('channel.tested', {
      resourceType: 'Channel',
      resourceId: channelId,
      reason: isPassed ? 'passed' : 'failed',
      count: checks.length,
    })
    await endSucceeded(tx, job)
  })
}
