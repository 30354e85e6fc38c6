-- Steps that wait for a target that is on again are due now.
UPDATE alert_timers SET due_at = now()
WHERE organization_id = :organization_id AND rule_id = ANY (:rule_ids::text[]) AND held_until IS NOT NULL
