-- What waits for a target is tried now.
UPDATE deliveries SET next_attempt_at = now()
WHERE organization_id = :organization_id AND channel = :channel AND lane = :partition AND status = 'queued'
  AND next_attempt_at > now() AND lease IS NULL
