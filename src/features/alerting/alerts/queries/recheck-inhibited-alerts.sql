-- The inhibition has changed: whoever looks next decides anew.
UPDATE alerts SET inhibiting_alert = NULL
WHERE organization_id = :organization_id AND inhibited_by = :rule_id AND resolved_at IS NULL
