-- Those with open alerts that end by a measurement alone.
SELECT organization_id AS "organizationId"
FROM alerts
WHERE resolved_at IS NULL AND (end_held_at IS NOT NULL OR starts_with(fingerprint, 'orgconfig_lost_'))
GROUP BY organization_id
