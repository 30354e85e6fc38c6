DELETE FROM alert_timers WHERE organization_id = :organization_id AND alert_id = ANY (:alert_ids::text[])
