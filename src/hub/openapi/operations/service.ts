/** Descriptions of the operations on the Hub itself: templates, jobs, configs, health, traces, events. */
import type { OperationTexts } from './operation-texts.ts'

export const serviceOperations: OperationTexts = {
  readPlatformConfig:
    'Reads what is switched off or made smaller for a spoke, or for the whole tenant (spokeId tenant). It is served while everything else is off.',
  changePlatformConfig:
    'Replaces what is switched off or made smaller for a spoke or for the whole tenant. What is left out is as the process has it. Every process knows the change within two seconds; values above those of the process are 400.',
  readAppearanceSettings:
    'Reads the logo and the other settings for the pages of documents. It is 404 before the first are set: pages then have neither logo nor attachment, and show every section.',
  changeAppearance:
    'Replaces how pages look. What is left out is as it was before anything was set, so a body without a logo takes the logo back. A logo that no page could take is 400 and says why. What has been rendered stays as it is.',
  readSignature:
    "Reads the image of the caller's own signature. That of another clinician is 403, whether or not there is one.",
  changeSignature:
    'Replaces the image of the signature of the clinician whose token names this PractitionerRole. It stands on what they approve from then on, and on no draft or recalled document. A body without an image takes it back.',
  createTemplate:
    'Adds a template with its artifact schema and validation policy. Nothing is drafted by it before one of its versions is published.',
  listTemplates: 'Lists the templates, those that came with the Hub among them, by artifact type.',
  readTemplate: 'Reads one template, with its current version.',
  createTemplateVersion:
    'Adds a version to a template, as a draft. Nothing is drafted by it before it is published, which is when it is checked against the artifact schema.',
  listTemplateVersions: 'Lists the versions of a template, newest first.',
  readTemplateVersion: 'Reads one version of a template with its sections.',
  publishTemplateVersion:
    'Makes a draft version the current one of its template. It never changes from then on. A version that does not fit the artifact schema is 409 business-rule.',
  retireTemplateVersion:
    'Ends a published version: nothing more is drafted by it. Artifacts that are in review go on. A version that is not published is 409 invalid-transition.',
  readArtifactSchema:
    'Reads what artifacts of a template must hold, for whom they are, at which gate they wait and in which forms they may leave.',
  replaceArtifactSchema:
    'Replaces the artifact schema of a template whole. Artifacts in review must be verified again. A schema that a published version does not fit is 409 business-rule.',
  readValidationPolicy:
    'Reads how artifacts of a template are judged: the confidence, the evidence and the review that they need.',
  replaceValidationPolicy:
    'Replaces the validation policy of a template whole. Artifacts in review must be verified again before they are approved.',
  readTemplateStyle: 'Reads how the tenant wants drafts of a template. 404 not-found before anybody has set it.',
  putTemplateStyle:
    'Sets how later drafts of a template look: the order of their sections, their headings, and names that the practice prefers. Headings and names are those of closed tables. Notes in review keep their form.',
  listJobStatuses:
    'Lists jobs by encounter, kind, state and last change, newest first. Operators see which work waits, and not for which encounter.',
  readJobStatus:
    'Reads how far a job is. Ask again until its state is succeeded, failed or cancelled, or follow GET /v1/events.',
  cancelJob:
    'Cancels a job: at once where it waits, at its next step where it runs. A job that has ended is 409 invalid-transition.',
  readHealth:
    'Says how the Hub and everything that it depends on are, check by check. It answers 200 also where the status is degraded.',
  readReadiness:
    'Says whether what one spoke needs is there and switched on, and if not, why. Ask it before work begins.',
  whoami: 'Says in which tenant, as which spoke and with which scopes the token acts. A new client calls it first.',
  readRequest:
    'Follows a request of the last seven days: its answer, and the jobs, deliveries and bulk exports that it caused, with their states. It holds no patient content.',
  storeMetrics:
    'Stores what a client measured. Only the names, labels and values of the schema are taken, so that nothing about a patient can get in; anything else is 400.',
  readMetrics:
    'Reads counts and durations of requests, categories of failures, depths of queues and what clients measured, of the last minutes.',
  followEvents:
    'Follows release gates, jobs, deliveries and shares as server-sent events, by identifiers and states alone. Last-Event-ID goes on where a client was, for up to a day; after that it is 410. Too many streams are 429.',
  readUsageSummary:
    'Counts what was done in the last days, for one spoke or all, and by group where groupBy asks for it.',
}
