UPDATE deliveries SET status = 'parked', ended_at = now(), last_error = :error
WHERE organization_id = :organization_id AND channel = :channel AND lane = :partition AND status = 'queued'
  AND (locked_until IS NULL OR locked_until <= now())
  AND right(source, length(:source_end)) = :source_end
