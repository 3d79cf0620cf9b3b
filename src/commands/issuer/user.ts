/** `banksia user`: invites, lists, changes, resets and disables the people who sign in, beside running servers or without any. D168. */
import type { Config } from '../../core/config.ts'
import { enrolmentMinutes, makeEnrolment } from '../../identity/users/enrolments.ts'
import type { IssuerUser, NewUser } from '../../store/issuer/issuer-users.ts'
import type { Store } from '../../store/store.ts'
import { isJsonAsked, refuse, withConfig } from '../asked.ts'
import { withStore } from '../store/with-store.ts'
import { UsageError, type Values } from '../subcommand.ts'
import { bindPerson } from './bind-person.ts'
import { nameTenant } from './name-tenant.ts'
import { checkPerson, parseGiven, readUserId, type UserFields } from './user-fields.ts'

type Opened = { readonly store: Store; readonly config: Config }

const inStore = <T>(work: (opened: Opened) => Promise<T>): Promise<T> =>
  withConfig((config) => withStore(config, (store) => work({ store, config })))

export function inviteUser(values: Values): Promise<0> {
  const isJson = isJsonAsked(values)
  return withConfig(async (config) => {
    const given = parseGiven(values, config.iosSpoke)
    const { name, tenants, roles } = given
    if (name === undefined) throw new UsageError('--name is needed')
    if (tenants === undefined) throw new UsageError('--tenant is needed')
    if (roles === undefined) throw new UsageError('--roles is needed')
    checkHost(config)
    const fields = { name, tenants, roles, spokes: given.spokes, binding: given.binding }
    checkPerson(fields)
    return withStore(config, async (store) => {
      const id = await store.issuer.users.insert(await toUser(store, config, fields)).catch(nameTenant)
      return printLink({ store, config }, id, isJson)
    })
  })
}

const toUser = async (store: Store, config: Config, fields: UserFields): Promise<NewUser> => {
  const { name, tenants, roles, spokes } = fields
  return { name, tenants, roles, spokes, ...(await bindPerson(store, config, fields)) }
}

/** Web Authentication 5.1.2: a browser keeps passkeys for a domain, and for no address of a machine. */
function checkHost({ baseUrl }: Config): void {
  const { hostname } = new URL(baseUrl)
  if (/^[\d.]+$|:/.test(hostname))
    throw new UsageError(
      'BANKSIA_BASE_URL names an address of a machine: browsers make passkeys for names like hub.example.org',
    )
}

async function printLink({ store, config }: Opened, id: string, isJson: boolean): Promise<0> {
  const link = await makeEnrolment(store.issuer, config, id)
  const text = `user ${id}\nlink ${link}\nThe link works once, for ${enrolmentMinutes} minutes.\n`
  process.stdout.write(isJson ? `${JSON.stringify({ id, link })}\n` : text)
  return 0
}

export async function listUsers(values: Values): Promise<0> {
  const isJson = isJsonAsked(values)
  const users = (await inStore(({ store }) => store.issuer.users.list())).map(showUser)
  process.stdout.write(isJson ? `${JSON.stringify(users)}\n` : users.map(renderLine).join(''))
  return 0
}

const showUser = ({ id, state, name, roles, tenants, spokes, fhirUser, patient }: IssuerUser) => ({
  ...{ id, state, name, roles, tenants },
  spokes: spokes ?? null,
  fhirUser: fhirUser ?? null,
  patient: patient ?? null,
})

const renderLine = ({ id, state, name, roles, tenants, fhirUser }: ReturnType<typeof showUser>): string =>
  `${[id, state.padEnd(8), roles.join(','), tenants.join(','), fhirUser ?? '-', name].join('  ')}\n`

/** What is not given stays. */
export function setUser(values: Values): Promise<0 | 1> {
  const id = readUserId(values)
  return inStore(async ({ store, config }) => {
    const given = parseGiven(values, config.iosSpoke)
    if (Object.keys(given).length === 0) throw new UsageError('nothing to change is given')
    const user = await store.issuer.users.find(id)
    if (user === undefined) return refuse(`there is no user ${id}`)
    const fields = { ...user, spokes: user.spokes, binding: bindingOf(user), ...given }
    checkPerson(fields)
    await store.issuer.users.put(id, await toUser(store, config, fields)).catch(nameTenant)
    return say(`user ${id} is changed, and signs in again`)
  })
}

function bindingOf({ fhirUser }: IssuerUser): UserFields['binding'] {
  const [type, id = ''] = fhirUser?.split('/') ?? []
  switch (type) {
    case 'PractitionerRole':
      return { option: 'practitioner-role', type, id }
    case 'Patient':
      return { option: 'patient', type, id }
    case 'RelatedPerson':
      return { option: 'related-person', type, id }
    default:
      return undefined
  }
}

/** Another link, beside the passkeys that there are. */
export function linkUser(values: Values): Promise<0 | 1> {
  const [id, isJson] = [readUserId(values), isJsonAsked(values)]
  return inStore(async (opened) => {
    checkHost(opened.config)
    const refused = await findRefusal(opened.store, id)
    return refused === undefined ? printLink(opened, id, isJson) : refuse(refused)
  })
}

export function resetUser(values: Values): Promise<0 | 1> {
  const [id, isJson] = [readUserId(values), isJsonAsked(values)]
  return inStore(async (opened) => {
    checkHost(opened.config)
    const refused = await findRefusal(opened.store, id)
    if (refused !== undefined) return refuse(refused)
    await opened.store.issuer.users.reset(id)
    return printLink(opened, id, isJson)
  })
}

async function findRefusal({ issuer }: Store, id: string): Promise<string | undefined> {
  const user = await issuer.users.find(id)
  if (user === undefined) return `there is no user ${id}`
  return user.state === 'disabled' ? `user ${id} is disabled; enable them first` : undefined
}

export function disableUser(values: Values): Promise<0 | 1> {
  const id = readUserId(values)
  return inStore(async ({ store }) =>
    (await store.issuer.users.disable(id)) ? say(`user ${id} is disabled`) : refuse(`there is no user ${id}`),
  )
}

export function enableUser(values: Values): Promise<0 | 1> {
  const id = readUserId(values)
  return inStore(async ({ store }) =>
    (await store.issuer.users.enable(id)) ? say(`user ${id} is enabled`) : refuse(`there is no user ${id}`),
  )
}

function say(message: string): 0 {
  process.stdout.write(`${message}\n`)
  return 0
}
