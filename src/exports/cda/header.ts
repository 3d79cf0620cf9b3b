/** The header of a CDA document: CDA R2 4.2, with the Australian extensions. */
import { plainLine } from '../../documents/plain-text.ts'
import { oids } from './codes.ts'
import { buildReplaced } from './edition.ts'
import { buildComponentOf } from './encounter.ts'
import { guideClaims } from './guides.ts'
import type { HeaderInput } from './header-input.ts'
import { buildAuthenticator, buildAuthor, buildCode, buildCustodian, buildId, buildRecordTarget } from './parties.ts'
import { buildInformationRecipient, buildReferee } from './recipients.ts'
import { element, type XmlElement } from './xml.ts'

export function buildHeader(about: HeaderInput): readonly (XmlElement | undefined)[] {
  const { input, facts, edition, time, guide } = about
  return [
    ...listIdentity(about),
    buildRecordTarget(facts.patient, facts.custodian.name, time),
    // The Agency's guides take one author.
    ...(guide === undefined ? [facts.author, ...facts.furtherAuthors] : [facts.author]).map((author) =>
      buildAuthor(author, time(facts.authoredAt)),
    ),
    buildCustodian(facts.custodian),
    input.recipient === undefined ? undefined : buildInformationRecipient(input.recipient),
    facts.isApproved
      ? buildAuthenticator('legalAuthenticator', facts.approver, facts.approvedAt && time(facts.approvedAt))
      : undefined,
    ...facts.furtherAttesters.flatMap(({ by, at }) =>
      by === undefined ? [] : [buildAuthenticator('authenticator', by, at && time(at))],
    ),
    guide === 'eReferral' && input.recipient !== undefined ? buildReferee(input.recipient) : undefined,
    edition.replaces === undefined ? undefined : buildReplaced(edition.replaces),
    // An eReferral is about no encounter.
    guide === 'eReferral' ? undefined : buildComponentOf(about),
  ]
}

/** The document's type, edition and state. */
function listIdentity({ input, facts, edition, time, guide }: HeaderInput): readonly (XmlElement | undefined)[] {
  const claim = guide === undefined ? undefined : guideClaims[guide]
  const [root, extension] = claim?.template ?? []
  return [
    element('typeId', { root: '2.16.840.1.113883.1.3', extension: 'POCD_HD000040' }),
    root === undefined ? undefined : element('templateId', { root, extension }),
    element('templateId', { root: oids.rendering, extension: '1.0' }),
    buildId(edition.id),
    buildCode('code', 'loinc', claim?.type ?? [facts.type.code, plainLine(facts.type.display)]),
    element('title', {}, [plainLine(facts.title)]),
    element('effectiveTime', { value: time(input.at) }),
    element('confidentialityCode', { nullFlavor: 'NA' }),
    element('languageCode', { code: 'en-AU' }),
    element('setId', { root: facts.setId ?? input.documentId }),
    element('versionNumber', { value: edition.version }),
    buildCode('ext:completionCode', 'documentStatus', edition.status),
  ]
}
