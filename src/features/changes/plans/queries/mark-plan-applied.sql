UPDATE plans SET status = 'applied', applied_at = :at WHERE organization_id = :organization_id AND id = :id
