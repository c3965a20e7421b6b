/** Where one may begin: what most businesses send. The key is in the URL (`?sample=`). */
export const samples: Record<string, { name: string; body: string }> = {
  reminder: {
    name: "Payment reminder",
    body: "Dear {{first_name|customer}}, a payment of KES {{balance}} is due on {{due_date}}. Thank you for paying in time.",
  },
  thanks: {
    name: "Thank you",
    body: "Thank you {{first_name|customer}}. We have received your payment.",
  },
  appointment: {
    name: "Appointment",
    body: "Dear {{first_name|customer}}, we expect you on {{due_date}}. To move it, answer this message.",
  },
};
