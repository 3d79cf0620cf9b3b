/** The cases that every engine is asked. */

import { listAnswerCases } from './answering.ts'
import type { Engine } from './engine.ts'
import type { ChannelJudge, Served } from './judge.ts'
import { listReceivingCases, openReceiver, type Receiver } from './receiving.ts'
import { listSendingCases } from './sending.ts'

type EngineOptions = Required<Pick<ChannelJudge, 'name' | 'listMissing'>> & { readonly start: () => Promise<Engine> }

/** Starts the engine when the first case asks for it. */
export function judgeEngine({ name, listMissing, start }: EngineOptions): ChannelJudge {
  let opened: Promise<Receiver> | undefined
  const open = (served: Served): Promise<Receiver> => {
    opened ??= start().then((engine) => {
      served.atEnd(engine.stop)
      return openReceiver(engine, served)
    })
    return opened
  }
  const receiving = listReceivingCases(open)
  const person = { number: `E-${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}`, family: 'Testgröße' }
  return {
    ...{ name, listMissing },
    cases: [...receiving, ...listAnswerCases(open), ...listSendingCases(open, person)],
    wrong: {
      name: 'a document of another patient',
      run: async (served) => {
        const receiver = await open(served)
        const released = receiver.released.map((one) => ({ ...one, expected: { ...one.expected, family: 'Another' } }))
        opened = Promise.resolve({ ...receiver, released })
        await receiving[0]?.run(served).finally(() => {
          opened = Promise.resolve(receiver)
        })
      },
      says: /'Another'/,
    },
  }
}
