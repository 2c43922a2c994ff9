INSERT INTO quota_use (name, day, used) VALUES (?, ?, ?) ON CONFLICT (name, day) DO UPDATE SET used = quota_use.used + excluded.used RETURNING used
