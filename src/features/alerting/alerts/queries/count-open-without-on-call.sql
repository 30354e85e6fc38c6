-- By rota, open alerts that nobody is at and whose last message to it reached nobody.
SELECT last.rota_id AS "rotaId", count(DISTINCT last.alert_id)::integer AS alerts
FROM alerts AS alert
JOIN LATERAL (
  SELECT DISTINCT ON (sender_id, rota_id, role) alert_id, rota_id, outcome
  FROM alert_on_call
  WHERE organization_id = alert.organization_id AND alert_id = alert.id
  ORDER BY sender_id, rota_id, role, at DESC
) AS last ON last.outcome = 'nobody'
WHERE alert.organization_id = :organization_id AND alert.resolved_at IS NULL AND alert.acknowledged_at IS NULL
GROUP BY last.rota_id
