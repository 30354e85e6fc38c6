-- Up to when the history has gaps.
SELECT cut_at AS "cutAt" FROM alert_history_cuts WHERE organization_id = :organization_id
