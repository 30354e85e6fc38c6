-- What the deploy gate answered between two moments, the newest first, and how many answers there were. An empty service
-- takes all of them.
-- @result total: !
SELECT service, asked_at AS "askedAt", allowed, count, count(*) OVER ()::integer AS total
FROM gate_verdicts
WHERE organization_id = :organization_id AND minute >= date_trunc('minute', :since::timestamptz) AND asked_at >= :since
  AND asked_at < :until AND (:service = '' OR lower(btrim(service)) = lower(btrim(:service)))
ORDER BY asked_at DESC, service, allowed
LIMIT :limit
