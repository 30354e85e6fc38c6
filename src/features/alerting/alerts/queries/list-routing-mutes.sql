-- @result mutedBy: !
SELECT DISTINCT alert_id AS "alertId", muted_by AS "mutedBy"
FROM alert_routings
WHERE organization_id = :organization_id AND alert_id = ANY (:alert_ids::text[]) AND muted_by IS NOT NULL
ORDER BY alert_id, muted_by
