/** Release gates: each policy, its approvers, and the changes that void a first approval. docs/design/hub.md#artifact-lifecycle. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { type GateName, gateNames, gates, raiseGate } from '../../../src/core/gates.ts'
import {
  addColleague,
  createColleague,
  createPatient,
  draftByHand,
  exampleSections,
  giveConsent,
  must,
  practitionerId,
  practitionerRoleId,
  readHeld,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let colleague: string

const operator = { role: 'operator' } as const
const author = {} as const
const senior = { role: 'senior_clinician', practitionerRole: practitionerRoleId } as const
const second = () => ({ practitionerRole: colleague })
const secondSenior = () => ({ role: 'senior_clinician', practitionerRole: colleague })

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  colleague = await addColleague(call)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

async function askGate(gate: GateName): Promise<void> {
  const path = `/v1/templates/${templateId}/artifact-schemas`
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...schema } = (await must(200, call('GET', path))).body
  await must(200, call('PUT', path, { body: { ...schema, gate }, as: operator }))
}

/** Drafts through one spoke for an encounter that another opens. */
async function draftBetween(opener: string, drafter: string): Promise<{ readonly artifactId: string }> {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId, { permits: ['record', 'generate'] })
  const opening = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' } }
  const { body } = await must(201, call('POST', '/v1/encounters', { body: opening, as: { spoke: opener } }))
  const transcriptId = await storeTranscript(call, body.id)
  const draft = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  const path = `/v1/encounters/${body.id}/artifacts`
  const drafted = await must(201, call('POST', path, { body: draft, as: { spoke: drafter } }))
  return { artifactId: drafted.body.id }
}

type Verified = { readonly path: string; readonly transcriptId: string }

async function draftFor(gate: GateName, text?: string): Promise<Verified> {
  await askGate(gate)
  const { artifactId, transcriptId } = await draftByHand(call, text)
  const path = `/v1/artifacts/${artifactId}`
  await must(200, call('POST', `${path}:verify`))
  return { path, transcriptId }
}

const approve = (path: string, as: object = author): Promise<Answer> => call('POST', `${path}:approve`, { as })
const outcomeOf = ({ status, problem, body }: Answer): string => (status === 200 ? body.state : String(problem))

describe('policies', () => {
  test('R3.1: clinical_review: one clinician, who may be the author', async () => {
    const { path } = await draftFor('clinical_review')

    expect(outcomeOf(await approve(path))).toBe('approved')
  })

  test('R3.1: second_reviewer: two people; the first approval is recorded and releases nothing', async () => {
    const { path } = await draftFor('second_reviewer')

    const first = await must(200, approve(path))
    const again = await approve(path)
    const otherLogin = await approve(path, senior)
    const released = await must(200, approve(path, second()))

    expect(first.body).toMatchObject({ state: 'in_review', version: 3 })
    expect(first.body.firstApproval).toMatchObject({
      by: 'development-clinician',
      practitionerRole: `PractitionerRole/${practitionerRoleId}`,
      contentHash: first.body.contentHash,
    })
    expect(first.body.released).toBeUndefined()
    expect([again, otherLogin].map(outcomeOf)).toEqual(['business-rule', 'business-rule'])
    expect(released.body).toMatchObject({
      state: 'approved',
      approval: { practitionerRole: `PractitionerRole/${colleague}` },
    })
  })

  test('D48: two roles of one Practitioner are one person: as second, as author and as who vouches', async () => {
    await createColleague(call, 'another-role', { practitioner: { reference: `Practitioner/${practitionerId}` } })
    const same = { practitionerRole: 'another-role' }
    const { path: twice } = await draftFor('second_reviewer')
    await must(200, approve(twice))
    const asSecond = [await approve(twice, same), await approve(twice, second())]
    const { path: authored } = await draftFor('medico_legal_disclosure')
    await must(200, approve(authored, second()))
    const asAuthor = await approve(authored, { role: 'senior_clinician', ...same })
    const { path: vouched } = await draftFor('patient_release', 'Sore throat for 9 days, with a rash.')
    const attestations = [{ statementId: 'one', reasonCode: 'examined' }]
    await must(200, call('POST', `${vouched}:verify`, { body: { attestations } }))

    const asVoucher = await approve(vouched, same)

    expect(asSecond.map(outcomeOf)).toEqual(['business-rule', 'approved'])
    expect([asAuthor, asVoucher].map(outcomeOf)).toEqual(['business-rule', 'business-rule'])
  })

  test('D48: whose Practitioner nobody can tell is no second person', async () => {
    await createColleague(call, 'of-nobody', { practitioner: { display: 'Somebody' } })
    const { path } = await draftFor('second_reviewer')
    await must(200, approve(path))

    expect(outcomeOf(await approve(path, { practitionerRole: 'of-nobody' }))).toBe('business-rule')
  })

  test('R3.1: medico_legal_disclosure: two people, and a senior clinician who is not the author releases', async () => {
    const { path } = await draftFor('medico_legal_disclosure')

    const first = await must(200, approve(path, second()))
    const junior = await approve(path)
    const authorAsSenior = await approve(path, senior)
    const { path: other } = await draftFor('medico_legal_disclosure')
    await must(200, approve(other))
    const released = await approve(other, secondSenior())

    expect(first.body.state).toBe('in_review')
    expect([junior, authorAsSenior, released].map(outcomeOf)).toEqual(['role-required', 'business-rule', 'approved'])
  })

  test('R3.1: patient_release: a clinician who vouches for a statement does not release it alone', async () => {
    const { path: plain } = await draftFor('patient_release')
    const own = await approve(plain)
    const { path } = await draftFor('patient_release', 'Sore throat for 9 days, with a rash.')
    const attestations = [{ statementId: 'one', reasonCode: 'examined' }]
    await must(200, call('POST', `${path}:verify`, { body: { attestations } }))

    const alone = await approve(path)
    const other = await approve(path, second())

    expect([alone, other, own].map(outcomeOf)).toEqual(['business-rule', 'approved', 'approved'])
  })

  test('R3.1: at every gate an unattended client, an operator and a clinician without a PractitionerRole approve nothing', async () => {
    for (const gate of gateNames) {
      const { path } = await draftFor(gate)

      const answers = await Promise.all(['system', 'operator', 'patient'].map((role) => approve(path, { role })))

      expect(answers.map(outcomeOf)).toEqual(answers.map(() => 'role-required'))
    }
  })
})

describe('a first approval', () => {
  test('docs/design/hub.md#artifact-lifecycle: is void on an edit', async () => {
    const { path, transcriptId } = await draftFor('second_reviewer')
    await must(200, approve(path))
    const body = { sections: exampleSections(transcriptId, 'Sore throat, 4 days.') }
    const edited = await must(200, call('PATCH', path, { body }))
    await must(200, call('POST', `${path}:verify`))

    const next = await must(200, approve(path, second()))

    expect(edited.body.firstApproval).toBeUndefined()
    expect(next.body).toMatchObject({
      state: 'in_review',
      firstApproval: { practitionerRole: `PractitionerRole/${colleague}` },
    })
    expect(outcomeOf(await approve(path))).toBe('approved')
  })

  test('docs/design/hub.md#artifact-lifecycle: stands through a verification of the same content, and is void with other content', async () => {
    const { path } = await draftFor('second_reviewer')
    await must(200, approve(path))

    await must(200, call('POST', `${path}:verify`))
    const same = await must(200, call('GET', path))
    const attestations = [{ statementId: 'one', reasonCode: 'observed' }]
    await must(200, call('POST', `${path}:verify`, { body: { attestations } }))
    const other = await must(200, call('GET', path))

    expect(same.body.firstApproval).toBeDefined()
    expect(other.body.firstApproval).toBeUndefined()
    expect(outcomeOf(await approve(path, second()))).toBe('in_review')
  })

  test('docs/design/hub.md#artifact-lifecycle: two reviewers at once: one is the first, the other reads that and releases', async () => {
    const { path } = await draftFor('second_reviewer')
    const headers = await readHeld(call, path)
    const reviewers = [author, second()]

    const answers = await Promise.all(reviewers.map((as) => call('POST', `${path}:approve`, { as, headers })))

    expect(answers.map(outcomeOf).sort()).toEqual(['in_review', 'precondition-failed'])
    const late = reviewers[answers.findIndex(({ status }) => status === 412)]
    expect(outcomeOf(await approve(path, late))).toBe('approved')
    const { body } = await must(200, call('GET', path))
    expect(body.approval.by).not.toBe(body.firstApproval.by)
  })
})

describe('attestations', () => {
  test('D52: a finding is attested by its rule, and only one of the last verification of this content', async () => {
    const { path, transcriptId } = await draftFor('clinical_review', 'Sore throat for 9 days, with a rash.')
    const { findings } = (await must(200, call('GET', path))).body.verification
    const attest = (attestations: readonly object[]) => call('POST', `${path}:verify`, { body: { attestations } })
    const ofStatements = findings.filter(({ statementId }: { statementId?: string }) => statementId !== undefined)
    const named = ofStatements.map(({ rule, statementId }: { rule: string; statementId: string }) => ({
      rule,
      statementId,
      reasonCode: 'examined',
    }))
    const [first, ...rest] = named

    const unknown = await attest([{ ...first, rule: 'zebra' }])
    const release = await attest([{ rule: 'release-valid', reasonCode: 'other' }])
    const nothing = await attest([{ reasonCode: 'other' }])
    const partly = await must(200, attest([first]))
    const all = rest.length === 0 ? partly : await must(200, attest(rest))

    expect([unknown, release, nothing].map(({ fields }) => fields[0])).toEqual([
      'attestations[0].rule',
      'attestations[0].rule',
      'attestations[0].statementId',
    ])
    const attested = partly.body.findings.filter((finding: { attested: boolean }) => finding.attested)
    expect(attested.map(({ rule }: { rule: string }) => rule)).toEqual([first.rule])
    expect(all.body.outcome).toBe('passed')
    const { note } = (await must(200, call('GET', path))).body
    expect(note.sections[0].statements[0].evidence).toContainEqual({
      kind: 'attestation',
      by: `PractitionerRole/${practitionerRoleId}`,
      reasonCode: 'examined',
      rule: first.rule,
    })
    await must(200, call('PATCH', path, { body: { sections: exampleSections(transcriptId, 'A rash.') } }))
    expect((await attest([first])).fields).toEqual(['attestations[0].rule'])
  })

  test('D52: a section that the template wants and nobody spoke of is attested in the note itself', async () => {
    const { path, transcriptId } = await draftFor('clinical_review')
    const plan = [{ ...exampleSections(transcriptId)[0], key: 'plan' }]
    await must(200, call('PATCH', path, { body: { sections: plan } }))
    const failed = (await must(200, call('POST', `${path}:verify`))).body
    const missing = failed.findings.find(({ rule }: { rule: string }) => rule === 'section-required')
    const whole = { rule: 'section-required', section: 'subjective', reasonCode: 'clinical_judgement' }
    const attestations = [whole, { statementId: 'one', reasonCode: 'observed' }]

    const verified = (await must(200, call('POST', `${path}:verify`, { body: { attestations } }))).body
    const approved = (await must(200, approve(path))).body

    expect(missing).toMatchObject({ section: 'subjective', attested: false })
    expect(verified.findings.every(({ attested }: { attested: boolean }) => attested)).toBe(true)
    expect(approved.note.attestations).toEqual([{ ...whole, by: `PractitionerRole/${practitionerRoleId}` }])
  })
})

describe('which gate', () => {
  test('D48: a spoke raises the gate and never lowers it', () => {
    expect(gateNames.map((gate) => raiseGate(gate, ['link']))).toEqual([
      'patient_release',
      'patient_release',
      'second_reviewer',
      'medico_legal_disclosure',
    ])
    expect(gateNames.map((gate) => raiseGate(gate, ['connect', 'medico_legal']))).toEqual(
      gateNames.map(() => 'medico_legal_disclosure'),
    )
    expect(gateNames.map((gate) => raiseGate(gate, ['connect']))).toEqual(gateNames)
    expect(raiseGate('clinical_review', ['medico_legal', 'link'])).toBe('medico_legal_disclosure')
    expect(gates.at(-1)?.gate).toBe('medico_legal_disclosure')
  })

  test('D48: what is drafted through a spoke waits at its gate', async () => {
    await askGate('clinical_review')

    const { artifactId } = await draftByHand(call, undefined, { spoke: 'link' })

    const { items } = (await must(200, call('GET', '/v1/release-gates/patient_release/queue?limit=200'))).body
    expect(items.map((item: { artifactId: string }) => item.artifactId)).toContain(artifactId)
  })

  // biome-ignore format: one row a line
  const throughSpokes = [
    ['the encounter of a spoke that raises it',  'link',         'connect',      'patient_release'],
    ['a spoke that raises it',                   'connect',      'link',         'patient_release'],
    ['the stricter of both, the encounter’s',    'medico_legal', 'link',         'medico_legal_disclosure'],
    ['the stricter of both, the drafter’s',      'link',         'medico_legal', 'medico_legal_disclosure'],
    ['two spokes that raise nothing',            'triage',       'connect',      'clinical_review'],
  ] as const

  test.each(throughSpokes)(
    'D92: drafted by hand, verified and amended by %s',
    async (_title, opener, drafter, gate) => {
      await askGate('clinical_review')
      const { artifactId } = await draftBetween(opener, drafter)
      const gateOf = async (id = artifactId) => (await must(200, call('GET', `/v1/artifacts/${id}`))).body.gate

      expect(await gateOf()).toBe(gate)
      await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`, { as: { spoke: drafter } }))
      expect(await gateOf()).toBe(gate)
      if (gate !== 'patient_release') return
      await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`, { as: { spoke: drafter } }))
      const amended = await must(201, call('POST', `/v1/artifacts/${artifactId}:amend`, { as: { spoke: 'connect' } }))
      expect(await gateOf(amended.body.id)).toBe(gate)
    },
  )

  test('docs/design/hub.md#requests-and-answers: another tenant neither approves nor sees it', async () => {
    const { path } = await draftFor('second_reviewer')

    expect((await approve(path, { tenant: developmentTenants[1] })).status).toBe(404)
  })
})
