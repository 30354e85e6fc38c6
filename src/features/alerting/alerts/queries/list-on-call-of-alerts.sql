-- Of each alert the newest, in the order in which they were.
SELECT alert_id AS "alertId", sender_id AS "senderId", rota_id AS "rotaId", role, at, rota_name AS "rotaName", outcome,
  answered, receivers, reason
FROM (
  SELECT one.*, row_number() OVER (PARTITION BY alert_id ORDER BY at DESC, sender_id, rota_id, role) AS place
  FROM alert_on_call AS one
  WHERE organization_id = :organization_id AND alert_id = ANY (:alert_ids::text[])
) AS placed
WHERE place <= :most
ORDER BY at, sender_id, rota_id, role
