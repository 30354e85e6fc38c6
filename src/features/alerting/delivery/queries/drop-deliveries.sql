DELETE FROM deliveries
WHERE status = ANY (:statuses::text[]) AND status IN ('held', 'parked') AND created_at < :before
RETURNING id
