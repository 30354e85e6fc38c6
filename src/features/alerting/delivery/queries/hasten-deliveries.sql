-- What waits for others to go with it waits no longer.
UPDATE deliveries SET next_attempt_at = now()
WHERE status = 'queued' AND channel = ANY (:channels::text[]) AND attempts = 0 AND next_attempt_at > now()
