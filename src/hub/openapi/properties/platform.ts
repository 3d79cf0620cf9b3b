/** Properties of platform configs, spokes, health, telemetry and traces. */
import { features } from '../../../core/features.ts'
import type { PropertyTexts } from '../describe.ts'

const switchTexts: PropertyTexts = Object.fromEntries(
  features.flatMap(({ name, whileOff }) => [
    [`featureFlags.${name}`, [`Whether ${name} is offered. Where it is false: ${whileOff}.`, true] as const],
    [`killSwitches.${name}`, [`Whether ${name} is stopped at once. Where it is true: ${whileOff}.`, false] as const],
  ]),
)

const configTexts: PropertyTexts = {
  'PlatformConfig.id': 'The identifier of the spoke that the config is for, or tenant for all spokes.',
  'PlatformConfig.spokeId': 'The spoke that the config is for, or tenant for all spokes.',
  featureFlags: 'Which features are offered to the spoke. What is left out of a change is on.',
  killSwitches: 'Which features are stopped at once. What is left out of a change is not stopped.',
  ...switchTexts,
  timeouts: 'Time limits in milliseconds. They can be made shorter than those of the process, and not longer.',
  'timeouts.handler': ['How long a request may take, in milliseconds.', 10000],
  'timeouts.verify': ['How long a verification may take, in milliseconds.', 10000],
  limits: 'Upper limits. They can be made smaller than those of the process, and not larger.',
  requestBodyBytes: ['The largest JSON body of a request, in bytes.', 1048576],
  transcriptBytes: ['The largest body of a transcript, in bytes.', 4194304],
  chunkBytes: ['The largest chunk of a recording, in bytes.', 8388608],
  bundleBytes: ['The largest FHIR Bundle, in bytes.', 4194304],
  requestsPerMinute: ['How many requests a client may send in a minute.', 600],
  pageItems: ['How many items a page of a list has at most.', 100],
  failClosed: 'What is refused, and not let through, while it cannot be checked.',
  'failClosed.verification': 'Always true: nothing is approved without a verification.',
  'failClosed.consent': 'Always true: nothing is done without the consent that it needs.',
  terminology: [
    'true refuses what a terminology server would have to answer while it does not answer; false lets it through.',
    false,
  ],
}

const imageText = 'in base64: a PNG that is not interlaced, or a JPEG, of at most 256 KiB and a million pixels'

const appearanceTexts: PropertyTexts = {
  'Appearance.id': 'The identifier of the tenant, which has one such record. RFC 9562.',
  logo: `The logo beside the letterhead, ${imageText}. RFC 4648 4. Absent: no logo.`,
  omitEmptySections: 'Whether a PDF leaves out sections that say only that there is nothing.',
  attachBundle:
    'Whether the FHIR document is attached to the PDF of an approved document. It is never attached to what a link opens, to the PDF in a message or a CDA package, to a draft or a recalled document, or to documents for patients and carers.',
  'Signature.id': 'The id of the PractitionerRole whose signature it is. R4 datatypes.html#id.',
  'Signature.practitioner':
    'The Practitioner whose role it was when the signature was set. A document that another person approved in this role has no signature.',
  image: `The image of the signature, ${imageText}. RFC 4648 4. Absent: it was taken back.`,
}

const spokeTexts: PropertyTexts = {
  'SpokeContext.tenantId': 'The tenant that the request acts in, a UUID.',
  'SpokeContext.spokeId': 'The spoke that the request acts as.',
  environment: 'The environment that the Hub runs in, such as production or development.',
  hubTarget: 'The base address of the Hub, which clients send their requests to.',
  scopes: 'The scopes that hold for this request: those of the access token within those of the spoke. RFC 6749 3.3.',
  'SpokeContext.policyVersion': "The date of the Hub's access policy. RFC 3339 full-date.",
  'Health.status': 'ok, or degraded where a check fails that a spoke of the tenant needs.',
  checks: 'What was looked at, each by its name.',
  'checks.name': ['What was looked at, such as database or workers.', 'workers'],
  'checks.ready': 'Whether it works at present.',
  'checks.reason': ['Why it does not work, or is limited, as a code.', 'no_connection'],
  'checks.ageMs': ['How old the last sign of it, or the oldest thing that waits for it, is, in milliseconds.', 12],
  'checks.count': ['How many there are of it.', 2],
  'SpokeReadiness.title': 'The name of the spoke for people.',
  'SpokeReadiness.ready': 'Whether all that the spoke needs is there and switched on.',
}

const telemetryTexts: PropertyTexts = {
  metrics: 'What the client measured. At most 500 in one request.',
  'metrics.name': 'What was measured. docs/platform.md has the meaning and the labels of each name.',
  'metrics.value': ['The measured number: milliseconds for names that end in _ms, else a count.', 812],
  'metrics.labels': 'What the measurement is told apart by. Only these labels and values are taken.',
  'labels.surface': 'The kind of device that measured.',
  'labels.network': 'The connection of the device at that time.',
  'labels.outcome': 'How what was measured ended.',
  'labels.category': 'What sort of failure it was.',
  accepted: 'How many measurements were taken.',
  'Metrics.spokeId': ['The spoke whose requests are counted; absent: all spokes.', 'triage'],
  periodMinutes: 'How far back the figures go, in minutes.',
  requests: 'The requests of the period, by method, route and class of status.',
  'requests.method': 'The HTTP method. RFC 9110 9.',
  'requests.route': 'The template of the path, without identifiers.',
  statusClass: 'The class of the status code, such as 2xx. RFC 9110 15.',
  'requests.count': 'How many requests there were.',
  p50Ms: 'The median of their durations, in milliseconds.',
  p95Ms: 'The 95th percentile of their durations, in milliseconds.',
  'requests.maxMs': 'The longest duration, in milliseconds.',
  failures: 'What failed in the period, counted by category.',
  problems: 'Requests that were refused or failed, by the slug of the problem.',
  'failures.jobs': 'Jobs that failed, by reason.',
  'failures.deliveries': 'Deliveries that failed, by reason.',
  category: ['What sort of failure is counted, as a code.', 'validation'],
  count: ['How many there were.', 2],
  queues: 'What waits or runs at present, by queue and state.',
  'queues.queue': 'The name of the queue.',
  'queues.state': 'The state of what is counted.',
  'queues.count': 'How many are in this state.',
  oldestMs: 'How long the oldest of them has been there, in milliseconds.',
  measured: 'What clients measured in the period, by name and labels.',
  'measured.name': 'What was measured, as in the request that stored it.',
  'measured.labels': 'The labels, as name=value with spaces between.',
  'measured.count': 'How many measurements there were.',
  'measured.total': 'The sum of the measured numbers.',
  lowest: 'The lowest number that was measured.',
  highest: 'The highest number that was measured.',
}

const workState = 'How far it is, as its own record says.'

const traceTexts: PropertyTexts = {
  'Request.requestId': 'The identifier that the client gave the request, a UUID.',
  traceId:
    'The trace that the request belongs to, as 32 hexadecimal digits. W3C Trace Context. A request that brought none has a trace of its own identifier.',
  http: 'The requests under this identifier: more than one where a client used it again.',
  'http.durationMs': 'How long the request took, in milliseconds.',
  'http.method': 'The HTTP method. RFC 9110 9.',
  'http.route': 'The template of the path, without identifiers.',
  'http.status': 'The HTTP status code of the answer. RFC 9110 15.',
  'http.problem': ['The slug of the problem, where the request was refused or failed.', 'invalid-transition'],
  'http.subject': ['Who sent it: the subject of the access token. Only auditors see it.', 'clinician-1'],
  'http.issuer': ['The identity provider of that subject. Only auditors see it.', 'https://login.example.org'],
  'Request.jobs': 'The jobs that the request caused.',
  'Request.deliveries': 'The deliveries that the request caused.',
  'Request.exports': 'The FHIR bulk exports that the request caused.',
  'Request.jobs.kind': 'What the job does.',
  'Request.deliveries.kind': ['Whether the delivery brings a document or takes one back.', 'original'],
  'Request.exports.kind': ['What sort of bulk export it is.', 'bulk_export'],
  'jobs.state': workState,
  'deliveries.state': [workState, 'accepted'],
  'exports.state': [workState, 'queued'],
  reason: ['Why it waits or failed, as a code.', 'timeout'],
  attempts: ['How many times it was tried.', 1],
}

export const platformTexts: PropertyTexts = {
  ...configTexts,
  ...appearanceTexts,
  ...spokeTexts,
  ...telemetryTexts,
  ...traceTexts,
}
