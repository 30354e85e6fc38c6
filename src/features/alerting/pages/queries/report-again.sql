-- What a later message of a page reports: the same alerts.
INSERT INTO delivery_alerts (organization_id, alert_id, source, sender_id)
SELECT organization_id, alert_id, :source, sender_id
FROM delivery_alerts
WHERE organization_id = :organization_id AND source = :first_source
ON CONFLICT (organization_id, alert_id, source) DO NOTHING
