-- Open pages that wait for a step, of which the last step was a mail that the mail server has not taken: it failed, or it
-- waits behind others that did.
SELECT page.organization_id AS "organizationId", page.id
FROM pages AS page
JOIN deliveries AS mail ON mail.organization_id = page.organization_id AND mail.source = page.source
  AND mail.channel = 'email' AND lower(mail.target) = lower(page.email)
WHERE page.closed_at IS NULL AND page.due_at > now() AND page.steps -> (page.taken - 1) ->> 'way_id' = :own_mail
  AND mail.status IN ('queued', 'parked') AND (mail.attempts > 0 OR mail.trying_since < now() - interval '30 seconds')
