/** Links: nothing before the second factor, limited guesses, and an end that acts at once, on every web process. docs/design/hub.md#consent. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { examplePatient } from '../../builders.ts'
import { approveOne, createPatient, giveConsent, must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let second: RunningServer
let call: Call

const born = examplePatient.birthDate ?? ''
const family = examplePatient.name?.[0]?.family ?? ''

beforeAll(async () => {
  const site = await createSite()
  server = await startRunning({ site })
  second = await startRunning({ site })
  call = server.call
})

afterAll(async () => {
  await second?.stop()
  await server?.stop()
  await server?.site.remove()
})

type Link = {
  readonly artifactId: string
  readonly consentId: string
  readonly shareId: string
  readonly fragment: string
}

const ask = (artifactId: string, more: object = {}) =>
  call('POST', '/v1/shares', {
    body: {
      artifactId,
      link: true,
      recipient: { name: 'Maeve', class: 'patient' },
      purposeOfUse: 'PATRQT',
      legalBasis: 'consent',
      ...more,
    },
  })

async function makeLink(more: object = {}): Promise<Link> {
  const { artifactId, patientId } = await approveOne(call)
  const consentId = await giveConsent(call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
  const { body } = await must(201, ask(artifactId, more))
  return { artifactId, consentId, shareId: body.id, fragment: body.link.split('#')[1] }
}

type Asked = {
  readonly dateOfBirth?: string
  readonly accept?: string
  readonly at?: RunningServer
  readonly headers?: Readonly<Record<string, string>>
}

async function open(
  link: string,
  { dateOfBirth = born, accept = 'application/json', at = server, headers = {} }: Asked = {},
) {
  const answer = await fetch(`${at.base}/s`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: JSON.stringify({ link, dateOfBirth }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString() }
}

const statusOf = async (fragment: string, asked?: Asked): Promise<number> => (await open(fragment, asked)).status
const listRecords = async (shareId: string) => {
  const { rows } = await server.site.pool.query(
    `select kind, reason from audit where resource_id = $1 and kind in ('share.refused', 'share.redeemed', 'share.link-issued') order by seq`,
    [shareId],
  )
  return rows
}
const forgetFailures = () => server.site.pool.query('delete from link_failure')

describe('the page', () => {
  test.each([
    ['/s', 'text/html'],
    ['/s/page.js', 'text/javascript'],
    ['/s/page.css', 'text/css'],
  ])(
    'docs/design/hub.md#consent: %s runs nothing but its own script, and is framed and cached nowhere',
    async (path, type) => {
      const answer = await fetch(`${server.base}${path}`)
      const policy = answer.headers.get('content-security-policy')

      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain(type)
      expect(policy).toContain("default-src 'none'; script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(await answer.text()).not.toContain(family)
    },
  )

  test('docs/design/hub.md#problems: nothing else is there', async () => {
    expect((await fetch(`${server.base}/s`, { method: 'PUT' })).status).toBe(405)
    expect((await fetch(`${server.base}/s/page.js`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${server.base}/s/other`)).status).toBe(404)
  })
})

describe('a link', () => {
  test('docs/design/hub.md#consent: shows the document to who knows the date of birth, on every web process', async () => {
    const { fragment, shareId, artifactId } = await makeLink()

    const here = await open(fragment)
    const there = await open(fragment, { at: second })

    expect(JSON.parse(here.text)).toMatchObject({
      writtenAt: expect.any(String),
      sections: [{ title: 'Subjective', lines: ['Sore throat for 4 days.'] }],
    })
    expect(JSON.parse(here.text).writtenBy).toMatch(/^\S.*, \S/)
    expect(there.text).toBe(here.text)
    expect((await call('GET', `/v1/shares/${shareId}`)).body).toMatchObject({
      redemptions: 2,
      redeemedAt: expect.any(String),
    })
    expect((await call('GET', `/v1/artifacts/${artifactId}`)).body.state).toBe('shared')
    expect(await listRecords(shareId)).toEqual([
      { kind: 'share.link-issued', reason: null },
      { kind: 'share.redeemed', reason: 'page' },
      { kind: 'share.redeemed', reason: 'page' },
    ])
  })

  test('docs/design/hub.md#consent: gives the PDF that was released', async () => {
    const { fragment } = await makeLink()

    const pdf = await waitFor(
      () => open(fragment, { accept: 'application/pdf' }),
      ({ status }) => status === 200,
    )

    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('content-disposition')).toContain('attachment')
    expect(pdf.text.startsWith('%PDF-')).toBe(true)
  })

  test('docs/design/hub.md#consent: its secret is in no table, and in no answer but the one', async () => {
    const { fragment, shareId } = await makeLink()
    const secret = fragment.split('.')[1] ?? ''

    const { rows } = await server.site.pool.query('select * from share_link where share_id = $1', [shareId])

    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows[0].secret).toHaveLength(32)
    expect((await call('GET', `/v1/shares/${shareId}`)).text).not.toContain(secret)
    expect((await call('GET', '/v1/shares')).text).not.toContain(secret)
  })

  test('docs/design/hub.md#consent: a patient whose date of birth is not known gets none', async () => {
    const { artifactId, patientId } = await approveOne(call)
    await giveConsent(call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
    const { body } = await must(200, call('GET', `/fhir/R4/Patient/${patientId}`))
    const headers = { 'content-type': 'application/fhir+json' }
    await must(200, call('PUT', `/fhir/R4/Patient/${patientId}`, { body: { ...body, birthDate: '1984' }, headers }))

    expect(await ask(artifactId)).toMatchObject({ status: 409, problem: 'business-rule' })
  })
})

describe('guesses', () => {
  test('D42: after five wrong dates it stays closed, also to the right one', async () => {
    const { fragment, shareId } = await makeLink()
    await forgetFailures()

    for (let at = 0; at < 5; at += 1) {
      const answer = await open(fragment, { dateOfBirth: `19${70 + at}-01-01` })
      expect(answer.status).toBe(401)
      expect(answer.text).not.toContain(born)
    }

    expect(await statusOf(fragment)).toBe(410)
    expect((await listRecords(shareId)).map(({ reason }) => reason)).toEqual([
      null,
      ...Array.from({ length: 5 }, () => 'wrong_second_factor'),
      'too_many_failures',
    ])
  })

  test('docs/design/hub.md#consent: guesses at once, on two processes, are counted one after the other', async () => {
    const { fragment, shareId } = await makeLink()
    await forgetFailures()
    const guess = (at: number) =>
      statusOf(fragment, { dateOfBirth: `1970-01-${10 + at}`, at: at % 2 === 0 ? server : second })

    const statuses = await Promise.all(Array.from({ length: 12 }, (_, at) => guess(at)))

    expect(statuses.toSorted()).toEqual([...Array(5).fill(401), ...Array(7).fill(410)])
    const { rows } = await server.site.pool.query('select failures from share_link where share_id = $1', [shareId])
    expect(rows).toEqual([{ failures: 5 }])
  })

  test('docs/design/hub.md#consent: from one address there are twenty in a quarter of an hour, whatever the link', async () => {
    await forgetFailures()
    const links = [await makeLink(), await makeLink(), await makeLink(), await makeLink(), await makeLink()]
    for (const { fragment } of links.slice(0, 4))
      for (let at = 0; at < 5; at += 1) await open(fragment, { dateOfBirth: '1970-01-01' })

    const limited = await open(links[4]?.fragment ?? '')
    const { rows } = await server.site.pool.query(`select encode(address, 'escape') as address from link_failure`)
    await forgetFailures()

    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('900')
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
    expect(await statusOf(links[4]?.fragment ?? '')).toBe(200)
  })

  test('D42: behind a trusted proxy each address is limited on its own, and none dodges the limit of a link', async () => {
    const env = { BANKSIA_TRUSTED_PROXIES: '127.0.0.0/8, ::1', BANKSIA_ROLE: 'web' }
    const at = await startRunning({ site: server.site, env })
    const { fragment, shareId } = await makeLink()
    const from = (address: string, asked: Asked = {}) =>
      statusOf(fragment, { at, headers: { 'x-forwarded-for': `198.51.100.66, ${address}` }, ...asked })
    const { pool } = server.site
    try {
      await forgetFailures()
      await from('203.0.113.1', { dateOfBirth: '1970-01-01' })
      await pool.query('update link_failure set failures = 20')

      expect(await from('203.0.113.1')).toBe(429)
      expect(await from('203.0.113.2')).toBe(200)
      await pool.query('update share_link set failures = 5 where share_id = $1', [shareId])
      expect(await from('203.0.113.3')).toBe(410)
    } finally {
      await forgetFailures()
      await at.stop()
    }
  })

  test('docs/design/hub.md#consent: a wrong secret is a link that is not there, and closes nobody’s', async () => {
    const { fragment, shareId } = await makeLink()
    await forgetFailures()
    const [id = '', secret = ''] = fragment.split('.')
    const other = `${id}.${'A'.repeat(secret.length)}`

    for (let at = 0; at < 6; at += 1) expect(await statusOf(other)).toBe(404)
    expect(await statusOf(`00000000-0000-7000-8000-000000000009.${secret}`)).toBe(404)

    expect(await statusOf(fragment)).toBe(200)
    expect((await listRecords(shareId)).at(-2)).toEqual({ kind: 'share.refused', reason: 'wrong_secret' })
    await forgetFailures()
  })

  test.each([
    ['no date', { dateOfBirth: 'Zebulon' }],
    ['a day that no calendar has', { dateOfBirth: '1984-02-30' }],
  ])('docs/design/hub.md#problems: %s is no guess', async (_title, asked) => {
    const { fragment, shareId } = await makeLink()

    const answer = await open(fragment, asked)

    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('Zebulon')
    expect(await listRecords(shareId)).toHaveLength(1)
  })
})

describe('its end', () => {
  test('docs/design/hub.md#routes: while links are killed for the spoke none is made, and none opens', async () => {
    const { fragment, artifactId } = await makeLink()
    const as = { role: 'operator' }
    const kill = (isKilled: boolean) =>
      must(200, call('PUT', '/v1/platform/config/connect', { body: { killSwitches: { link_shares: isKilled } }, as }))
    await kill(true)
    const closed = await waitFor(
      () => statusOf(fragment),
      (status) => status !== 200,
    )

    const made = await ask(artifactId)
    await kill(false)

    expect(closed).toBe(403)
    expect(made).toMatchObject({ status: 403, problem: 'feature-disabled' })
    // Each process reads the switch for itself: the tests after this one ask both.
    for (const at of [server, second]) {
      const opened = await waitFor(
        () => statusOf(fragment, { at }),
        (status) => status === 200,
      )
      expect(opened).toBe(200)
    }
  })

  // biome-ignore format: one row a line
  const ends: readonly (readonly [string, (link: Link) => Promise<unknown>])[] = [
    ['a share that is revoked', ({ shareId }) => must(200, call('POST', `/v1/shares/${shareId}:revoke`))],
    ['a consent that is revoked', ({ consentId }) => must(200, call('POST', `/v1/consents/${consentId}:revoke`))],
    ['an artifact that is recalled', ({ artifactId }) => must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'other' } }))],
  ]

  test.each(ends)(
    'docs/design/hub.md#problems: %s opens no more, on any process, from that moment',
    async (_title, end) => {
      const link = await makeLink()
      expect(await statusOf(link.fragment)).toBe(200)

      await end(link)

      expect(await statusOf(link.fragment)).toBe(410)
      expect(await statusOf(link.fragment, { at: second })).toBe(410)
    },
  )

  test('docs/design/hub.md#consent: a share whose consent has gone says so, and is active again when there is one', async () => {
    const { artifactId, consentId, shareId } = await makeLink()
    const seen = async () => {
      const { body } = await must(200, call('GET', `/v1/shares/${shareId}`))
      const { items } = (await must(200, call('GET', `/v1/shares?artifactId=${artifactId}`))).body
      return [body, ...items].map(({ status, reason }) => [status, reason])
    }
    const before = await seen()
    const { body: consent } = await must(200, call('GET', `/v1/consents/${consentId}`))
    await must(200, call('POST', `/v1/consents/${consentId}:revoke`))
    const withheld = await seen()
    await giveConsent(call, consent.patientId, { permits: ['share'], purposes: ['PATRQT'] })

    expect(before).toEqual(Array(2).fill(['active', undefined]))
    expect(withheld).toEqual(Array(2).fill(['withheld', 'consent_required']))
    expect(await seen()).toEqual(before)
  })

  /** A link that is open when it is first looked at, however long that takes. */
  const askBriefly = async (artifactId: string) => {
    for (let leadMs = 1_000; ; leadMs *= 2) {
      const { status, body } = await ask(artifactId, { expiresAt: new Date(Date.now() + leadMs).toISOString() })
      const short = status === 201 ? body.link.split('#')[1] : ''
      if (status === 201 && (await statusOf(short)) === 200) return { body, short }
    }
  }

  test('docs/design/hub.md#consent: it expires when it says so', async () => {
    const { fragment, shareId } = await makeLink()
    const soon = await makeLink()
    const { artifactId } = soon
    const { body, short } = await askBriefly(artifactId)

    await waitFor(
      () => statusOf(short),
      (status) => status === 410,
    )

    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(body.expiresAt))
    expect((await call('GET', `/v1/shares/${body.id}`)).body.status).toBe('expired')
    expect(await statusOf(fragment)).toBe(200)
    expect((await listRecords(shareId)).at(-1)).toEqual({ kind: 'share.redeemed', reason: 'page' })
  })

  test('docs/design/hub.md#release: a recall and openings at once: each opening is before it or refused', async () => {
    const { fragment, artifactId, shareId } = await makeLink()
    const recall = () => call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'wrong_patient' } })

    const [recalled, ...opened] = await Promise.all([recall(), ...Array.from({ length: 8 }, () => statusOf(fragment))])

    expect(recalled).toMatchObject({ status: 200 })
    expect(opened.filter((status) => status !== 200 && status !== 410)).toEqual([])
    expect(await statusOf(fragment)).toBe(410)
    const redeemed = (await listRecords(shareId)).filter(({ kind }) => kind === 'share.redeemed')
    expect(redeemed.length).toBe(opened.filter((status) => status === 200).length)
  })
})

test('spec 1: no name, date or secret is in a log, an address or a refusal', async () => {
  const patientId = await createPatient(call)
  const { fragment } = await makeLink()
  const refused = await open(fragment, { dateOfBirth: '1901-01-01' })
  await forgetFailures()

  const lines = JSON.stringify([...server.lines, ...second.lines])

  for (const needle of [family, born, '1901-01-01', fragment, fragment.split('.')[1] ?? '', patientId])
    expect([needle, lines.includes(needle), refused.text.includes(needle)]).toEqual([needle, false, false])
  expect(server.lines.filter(({ level }) => level === 'error')).toEqual([])
})
