/** Storage of oidc-provider's models: rows of ours. oidc-provider's Adapter interface; D152. */
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { JsonObject } from '../../core/json.ts'
import type { FoundEntry, IssuerEntry, IssuerState } from '../../store/issuer/issuer-state.ts'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'
import { noteEnded } from '../records/token-records.ts'
import { isByCertificate } from './client-certificates.ts'
import type { ClientKeySets } from './client-key-sets.ts'
import { buildMetadata, keysAddressOf, splitMetadata } from './client-metadata.ts'
import { lives } from './issuer-config.ts'

/** Opened by the provider for each of its models. */
export const openAdapter =
  (store: IssuerStore, clients: ClientParts) =>
  (model: string): Adapter =>
    model === 'Client' ? clientAdapter(store, clients) : stateAdapter(store.state, { model, ...clients })

/** `isCertified`: client certificates reach this server; without them a client that has nothing else is unknown. */
export type ClientParts = {
  readonly keySets: ClientKeySets
  readonly isCertified: boolean
  /** Throws if the client has failed too often. */
  readonly checkGuessing?: (id: string) => void
  readonly noteSpent?: NoteSpent
  /** Whether the session of this uid, in which somebody has signed in, has not ended. */
  readonly isSessionOpen?: (uid: string) => Promise<boolean>
  /** Called before a session is taken away. */
  readonly noteSignOut?: () => Promise<void>
}

/** Called with a code or a refresh token that was used before, while its grant is there. */
type NoteSpent = (payload: JsonObject) => Promise<void>

const nothing = async (): Promise<undefined> => undefined

const clientAdapter = (store: IssuerStore, { keySets, isCertified, checkGuessing }: ClientParts): Adapter => ({
  find: async (id) => {
    checkGuessing?.(id)
    const client = await store.findClient(id)
    if (client?.state !== 'active' || (isByCertificate(client.settings) && !isCertified)) return undefined
    const address = keysAddressOf(client.settings)
    return buildMetadata(client, address === undefined ? undefined : await keySets.read(address))
  },
  // Dynamic registration.
  upsert: async (id, payload) => {
    const isPut = await store.putClient({ id, source: 'registration', ...splitMetadata(payload) })
    if (!isPut) throw new errors.InvalidClientMetadata('client_id is taken')
  },
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
})

type Of = Pick<ClientParts, 'noteSpent' | 'isSessionOpen' | 'noteSignOut'> & { readonly model: string }

function stateAdapter(state: IssuerState, of: Of): Adapter {
  const { model, noteSpent } = of
  return {
    upsert: (id, payload, seconds) => put(state, model, { id, payload, seconds }),
    find: async (id) => {
      const found = await state.find(model, id)
      if (found?.consumedAt !== undefined) await noteSpent?.(found.payload)
      return keepOpen(of, toPayload(model, found))
    },
    findByUid: async (uid) => keepOpen(of, toPayload(model, await state.findByUid(model, uid))),
    // The device flow is not offered.
    findByUserCode: nothing,
    consume: (id) => consume(state, of, id),
    destroy: async (id) => {
      if (model === 'Session') await of.noteSignOut?.()
      await (model === 'Grant' ? state.revokeGrantOf(model, id) : state.destroy(model, id))
    },
    revokeByGrantId: (grantId) => state.revokeByGrant(model, grantId),
  }
}

/** A session that has ended is not there, whoever stored it since. D186. */
async function keepOpen({ model, isSessionOpen }: Of, payload: AdapterPayload | undefined) {
  const { uid, accountId } = payload ?? {}
  if (model !== 'Session' || uid === undefined || accountId === undefined) return payload
  return (await isSessionOpen?.(uid)) === false ? undefined : payload
}

type Upserted = { readonly id: string; readonly payload: AdapterPayload; readonly seconds: number | undefined }

async function put(state: IssuerState, model: string, { id, payload, seconds }: Upserted): Promise<void> {
  const { uid, grantId, clientId } = payload
  const entry: IssuerEntry = {
    payload: payload as unknown as JsonObject, // the provider stores plain JSON
    lifeMs: (seconds ?? lives.Grant) * 1000,
    ...{ uid, clientId, accountId: personOf(payload) },
    grantId: model === 'Grant' ? id : grantId,
  }
  if (model !== 'ReplayDetection') return state.put(model, id, entry)
  // The provider looks before it stores; of two at once this one decides.
  if (!(await state.putOnce(model, id, entry))) throw new errors.InvalidClientAuth('it must only be used once')
}

/** D170: by whom it ends. A person who has signed in, and has not come back to the request, stands in the answer of their page alone. */
const personOf = ({ accountId, result, session, lastSubmission }: AdapterPayload): string | undefined =>
  accountId ?? result?.login?.accountId ?? session?.accountId ?? Object(lastSubmission?.['login'])['accountId']

function toPayload(model: string, found: FoundEntry | undefined): AdapterPayload | undefined {
  if (found === undefined) return undefined
  if (found.consumedAt === undefined) return found.payload as AdapterPayload // as `put` stored it
  const consumed = Math.floor(found.consumedAt / 1000)
  // RFC 6749 4.1.2: the provider ends what a code began that is used again, but says of an expired one only that it is expired.
  const exp = model === 'AuthorizationCode' ? { exp: Math.floor(Date.now() / 1000) + lives.AuthorizationCode } : {}
  return { ...found.payload, consumed, ...exp } as AdapterPayload // as `put` stored it
}

/** RFC 9700 4.14.2, RFC 6749 4.1.2: of many that use it at once one succeeds, and the others end what it began. */
async function consume(state: IssuerState, { model, noteSpent }: Of, id: string): Promise<void> {
  if (await state.consume(model, id)) return
  const found = await state.find(model, id)
  if (found !== undefined) await noteSpent?.(found.payload)
  await state.revokeGrantOf(model, id)
  if (found !== undefined) noteEnded()
  throw new errors.InvalidGrant('it was used before')
}
