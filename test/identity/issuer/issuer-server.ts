/** An authorisation server with accounts and pages of a test's choice, over the records and clients of a running server. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readConfig } from '../../../src/core/config.ts'
import type { Log } from '../../../src/core/log.ts'
import type {
  Accounts,
  InteractionAnswer,
  IssuerAccount,
  OpenInteraction,
} from '../../../src/identity/issuer/accounts.ts'
import { openIssuer } from '../../../src/identity/issuer/issuer.ts'
import { findLaunchRecords } from '../../../src/server/launch-records.ts'
import { parseMasterKey } from '../../../src/store/keys/keys.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Site } from '../../running-server.ts'

/** For each of them. */
export type Person = (open: OpenInteraction) => InteractionAnswer

export type IssuerServer = {
  readonly base: string
  /** What the person at the pages answers from now on. */
  readonly answerBy: (person: Person) => void
  /** What the pages have shown since then. */
  readonly shown: () => readonly OpenInteraction[]
  readonly stop: () => Promise<void>
}

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

function writesNothing(): never {
  throw new TypeError('it writes no resource')
}

export async function startIssuer(
  { database }: Site,
  key: string,
  people: ReadonlyMap<string, IssuerAccount>,
): Promise<IssuerServer> {
  const store = await openStore({
    connection: database.config,
    masterKey: parseMasterKey(key),
    index: writesNothing,
    check: writesNothing,
  })
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const config = readConfig({ BANKSIA_BASE_URL: base })
  let answer: Person = () => ({})
  let shown: OpenInteraction[] = []
  const accounts: Accounts = { find: async (id) => people.get(id) }
  const { serve } = openIssuer({
    ...{ config, log, accounts, store: store.issuer, clinical: findLaunchRecords(store, config) },
    ...{ spokeIds: ['link'], fetchOut: fetch },
    pages: {
      consent: 'asked',
      answer: async (interacting) => {
        const open = await interacting.read()
        if (open === undefined) throw new Error('the interaction is gone')
        shown.push(open)
        await interacting.answer(answer(open))
      },
    },
  })
  const handle = serve(() => {
    throw new TypeError('no test shows it a token')
  })
  http.on('request', (request, response) => void handle(request, response))
  return {
    base,
    answerBy: (person) => {
      answer = person
      shown = []
    },
    shown: () => shown,
    stop: async () => {
      await new Promise((resolve) => http.close(resolve).closeAllConnections())
      await store.close()
    },
  }
}
