/** An authorisation server with accounts and pages of a test's choice, over the records and clients of a running server. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../../src/core/clock.ts'
import { readConfig } from '../../../src/core/config.ts'
import type { Log } from '../../../src/core/log.ts'
import { ownAddressesOf } from '../../../src/fhir/own-addresses.ts'
import { openProofs } from '../../../src/identity/holder/check-proof.ts'
import type {
  Accounts,
  InteractionAnswer,
  IssuerAccount,
  OpenInteraction,
  Pages,
} from '../../../src/identity/issuer/accounts.ts'
import { type IssuerOptions, openIssuer } from '../../../src/identity/issuer/issuer.ts'
import { openPages } from '../../../src/identity/pages/pages.ts'
import { readSmallBody } from '../../../src/identity/small-body.ts'
import { openSignIn } from '../../../src/identity/users/sign-in-page.ts'
import { findLaunchRecords } from '../../../src/server/launch-records.ts'
import { openClinical } from '../../../src/server/open-clinical.ts'
import type { Closing } from '../../../src/server/opening.ts'
import { openPersonRecords } from '../../../src/server/person-records.ts'
import { parseMasterKey } from '../../../src/store/keys/keys.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
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

/** Over what the server is opened. */
export type Opened = { readonly store: Store; readonly base: string }

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

function writesNothing(): never {
  throw new TypeError('it writes no resource')
}

export async function startIssuer(
  site: Site,
  key: string,
  people: ReadonlyMap<string, IssuerAccount>,
  change: (opened: Opened) => Partial<IssuerOptions> = () => ({}),
  host = '127.0.0.1',
): Promise<IssuerServer> {
  let answer: Person = () => ({})
  let shown: OpenInteraction[] = []
  const open = await openParts(site, key, people, host)
  const pages: Pages = {
    consent: 'asked',
    answer: async (interacting) => {
      const open = await interacting.read()
      if (open === undefined) throw new Error('the interaction is gone')
      shown.push(open)
      await interacting.answer(answer(open))
    },
  }
  const stop = await open.serve({ pages, ...change(open) })
  return {
    base: open.base,
    answerBy: (person) => {
      answer = person
      shown = []
    },
    shown: () => shown,
    stop,
  }
}

export type PageServer = Pick<IssuerServer, 'base' | 'stop'>

/** With the pages of production, where whoever posts `account` is that person, without a passkey. */
export async function startPages(
  site: Site,
  key: string,
  people: ReadonlyMap<string, IssuerAccount>,
): Promise<PageServer> {
  const open = await openParts(site, key, people)
  const { config, store, accounts } = open
  const closings: Closing[] = []
  const opening = { config, log, policy: { allowedHosts: [], allowPrivate: false, isClearRefused: false }, closings }
  const clinical = await openClinical(opening)
  const signIn = openSignIn({ config, log, store: store.issuer, upstream: { name: 'Hospital login' } })
  const stop = await open.serve({
    pages: openPages({
      accounts,
      records: openPersonRecords(opening, { store, clinical }),
      scopeNamespace: config.scopeNamespace,
      answerSignIn: async (interacting, request, response) => {
        if (request.method !== 'POST') return signIn(interacting, request, response)
        const form = new URLSearchParams((await readSmallBody(request)) ?? '')
        await interacting.answer({ accountId: form.get('account') ?? '' })
      },
    }),
  })
  return { base: open.base, stop }
}

async function openParts(
  { database, dataDir }: Site,
  key: string,
  people: ReadonlyMap<string, IssuerAccount>,
  host = '127.0.0.1',
) {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const base = `http://${host}:${(http.address() as AddressInfo).port}`
  const config = readConfig({ BANKSIA_BASE_URL: base, BANKSIA_DATA_DIR: dataDir })
  const store = await openStore({
    connection: database.config,
    masterKey: parseMasterKey(key),
    addresses: ownAddressesOf(config),
    index: writesNothing,
    check: writesNothing,
  })
  const accounts: Accounts = { find: async (id) => people.get(id) }
  const serve = async (
    changed: Pick<IssuerOptions, 'pages'> & Partial<IssuerOptions>,
  ): Promise<() => Promise<void>> => {
    const issuer = openIssuer({
      ...{ config, log, accounts, store: store.issuer, clinical: findLaunchRecords(store, config) },
      ...{ spokeIds: ['link'], fetchOut: fetch },
      ...changed,
    })
    const checkProof = openProofs({ config, clock: systemClock, state: store.issuer.state })
    const handle = issuer.serve(() => {
      throw new TypeError('no test shows it a token')
    }, checkProof)
    http.on('request', (request, response) => void handle(request, response))
    return async () => {
      await new Promise((resolve) => http.close(resolve).closeAllConnections())
      await store.close()
    }
  }
  return { base, config, store, accounts, serve }
}
