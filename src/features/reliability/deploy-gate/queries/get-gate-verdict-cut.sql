-- Up to when the verdicts have gaps.
SELECT cut_at AS "cutAt" FROM gate_verdict_cuts WHERE organization_id = :organization_id
