INSERT INTO plan_quotas (plan, quotas) VALUES (:plan, :quotas)
ON CONFLICT (plan) DO UPDATE SET quotas = EXCLUDED.quotas
