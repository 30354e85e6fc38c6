-- What open alerts say of their severity, of those that count as warnings: a word that nobody knows does.
-- @result word, since, alerts: !
SELECT lower(btrim(labels ->> 'severity')) AS word, min(started_at) AS since, count(*)::integer AS alerts
FROM alerts
WHERE organization_id = :organization_id AND resolved_at IS NULL AND severity = 'warning' AND labels ? 'severity'
GROUP BY word
ORDER BY word
LIMIT :limit
