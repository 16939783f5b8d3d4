// Technologies: marketing automation, customer relations, forms, surveys and chats.

/** Rows in the format of `rows.ts`. */
export const MARKETING = String.raw`
HubSpot | 32 53 | www.hubspot.com | script=js(?:-[a-z]{2}\d)?\.(?:hs-scripts|hsforms|hs-analytics|hsadspixel|hs-banner)\.(?:com|net)
| cookie=^hubspotutk$ | inline=js(?:-[a-z]{2}\d)?\.hs-scripts\.com | txt=hubspotemail\.net
HubSpot Chat | 52 | www.hubspot.com | host=js.usemessages.com | > HubSpot
Mailchimp | 32 75 | mailchimp.com | host=chimpstatic.com | html=list-manage\.com/subscribe | txt=servers\.mcsv\.net
| link=cdn-images\.mailchimp\.com
Klaviyo | 32 | www.klaviyo.com | host=static.klaviyo.com | host=www.klaviyo.com | host=a.klaviyo.com
Marketo | 32 | business.adobe.com/products/marketo | host=munchkin.marketo.net | txt=\bmktomail\.com
| script=/js/forms2/js/forms2\.min\.js | cookie=^_mkto_trk$
Marketo Forms | 32 110 | business.adobe.com/products/marketo | script=/js/forms2/js/forms2\.min\.js | > Marketo
Salesforce Marketing Cloud | 32 | www.salesforce.com | host=cdn.exacttarget.com | script=\.collect\.igodigital\.com/
| txt=exacttarget\.com
Salesforce Marketing Cloud Account Engagement | 32 | www.salesforce.com | host=pi.pardot.com | script=/pd\.js$ ~60 | cookie=^visitor_id\d
| inline=pi\.pardot\.com|piAId
Oracle Eloqua | 32 | www.oracle.com | script=\.en25\.com/ | inline=_elqQ | script=elqcfg
Oracle Responsys | 32 75 | www.oracle.com | host=static.cdn.responsys.net
Act-On | 32 | act-on.com | host=ci.act-on.com | script=/cdnr/\d+/acton/
ActiveCampaign | 32 | www.activecampaign.com | host=trackcmp.net | host=diffuser-cdn.app-us1.com | inline=trackcmp\.net|vgo\("setAccount
Brevo | 32 75 | www.brevo.com | host=sibautomation.com | host=cdn.brevo.com | txt=sendinblue\.com|brevo-code | host=sibforms.com
Constant Contact | 32 75 | www.constantcontact.com | host=static.ctctcdn.com
Campaign Monitor | 32 75 | www.campaignmonitor.com | html=createsend\.com/t/ | host=js.createsend1.com
GetResponse | 32 | www.getresponse.com | host=us-wbe.gr-cdn.com | script=\.gr-cdn\.com/ | inline=grMyOneWebAnalyticsRetryAllowed
AWeber | 32 75 | www.aweber.com | host=forms.aweber.com | html=aweber\.com/scripts/addlead
Kit | 32 75 | kit.com | host=f.convertkit.com | host=f.kit.com | script=\.ck\.page/
Drip | 32 | www.drip.com | host=tag.getdrip.com
Omnisend | 32 | www.omnisend.com | host=omnisnippet1.com | host=omnisrc.com
MailerLite | 32 75 | www.mailerlite.com | host=static.mailerlite.com | host=assets.mailerlite.com
Moosend | 32 75 | moosend.com | host=cdn.stat-track.com
Iterable | 32 | iterable.com | host=js.iterable.com
Braze | 32 | www.braze.com | host=js.appboycdn.com
Customer.io | 32 | customer.io | host=assets.customer.io
CleverTap | 32 | clevertap.com | host=d2r1yp2w7bby2u.cloudfront.net
MoEngage | 32 | www.moengage.com | host=cdn.moengage.com
WebEngage | 32 | webengage.com | host=widgets.in.webengage.com | host=ssl.widgets.webengage.com
Insider | 32 76 | useinsider.com | script=\.api\.useinsider\.com/
Bloomreach | 32 76 | www.bloomreach.com | host=cdn.brcdn.com | host=api.exponea.com | script=/exponea(?:\.min)?\.js
Emarsys | 32 | emarsys.com | host=cdn.scarabresearch.com
Dotdigital | 32 | dotdigital.com | host=r1-t.trackedlink.net | script=trackedlink\.net/_dmpt
Listrak | 32 75 | www.listrak.com | host=cdn.listrakbi.com
Attentive | 32 | www.attentive.com | host=cdn.attn.tv
Postscript | 32 | postscript.io | host=sdk.postscript.io
Privy | 32 | www.privy.com | host=widget.privy.com
Justuno | 32 | www.justuno.com | host=cdn.justuno.com
Wisepops | 32 | wisepops.com | host=loader.wisepops.com | host=wisepops.net
Sumo | 32 5 | sumo.com | host=load.sumo.com | host=load.sumome.com
Hello Bar | 32 5 | www.hellobar.com | host=my.hellobar.com
Sleeknote | 32 | sleeknote.com | host=sleeknotecustomerscripts.sleeknote.com
OneSignal | 32 5 | onesignal.com | host=cdn.onesignal.com
PushEngage | 32 5 | www.pushengage.com | script=clientcdn\.pushengage\.com
6sense | 32 53 | 6sense.com | host=j.6sc.co
Demandbase | 32 53 | www.demandbase.com | host=tag.demandbase.com | host=scripts.demandbase.com
ZoomInfo | 32 53 | www.zoominfo.com | host=ws.zoominfo.com | host=js.zi-scripts.com
Leadfeeder | 32 10 | www.leadfeeder.com | host=sc.lfeeder.com | host=lftracker.leadfeeder.com
Clearbit | 32 53 | clearbit.com | host=tag.clearbitscripts.com | host=x.clearbitjs.com
Zoho | 53 32 | www.zoho.com | host=salesiq.zoho.com | host=salesiq.zohopublic.com | host=cdn.pagesense.io | txt=zoho-verification
Zoho SalesIQ | 52 | www.zoho.com/salesiq | host=salesiq.zoho.com | host=salesiq.zohopublic.com | > Zoho
Freshworks CRM | 53 32 | www.freshworks.com | host=cdn.freshmarketer.com
Pipedrive | 53 | www.pipedrive.com | host=leadbooster-chat.pipedrive.com
Keap | 53 32 | keap.com | host=forms.infusionsoft.com | script=\.infusionsoft\.(?:com|app)/
Microsoft Dynamics 365 | 53 32 | dynamics.microsoft.com | host=mktdplp102cdn.azureedge.net | script=\.dynamics\.com/
Bitrix24 | 53 52 | www.bitrix24.com | script=bitrix24\.[a-z]{2,3}/b\d+/crm | inline=bitrix24\.[a-z]{2,3}/b\d+/crm
CallRail | 10 32 | www.callrail.com | host=cdn.callrail.com
Invoca | 10 32 | www.invoca.com | host=solutions.invocacdn.com
Typeform | 110 73 | www.typeform.com | host=embed.typeform.com | frame=\.typeform\.com/to/
Jotform | 110 | www.jotform.com | host=form.jotform.com | host=cdn.jotfor.ms
Google Forms | 110 | www.google.com/forms | frame=docs\.google\.com/forms/
Formstack | 110 | www.formstack.com | script=\.formstack\.com/forms/ | frame=\.formstack\.com/forms/
Wufoo | 110 | www.wufoo.com | host=www.wufoo.com | frame=\.wufoo\.com/
Tally | 110 | tally.so | host=tally.so
Formspree | 110 | formspree.io | dom=form[action*="formspree.io"]
Cognito Forms | 110 | www.cognitoforms.com | host=www.cognitoforms.com
Basin | 110 | usebasin.com | dom=form[action*="usebasin.com"]
Netlify Forms | 110 | www.netlify.com | dom=form[data-netlify] | dom=form[netlify] | > Netlify
SurveyMonkey | 73 | www.surveymonkey.com | host=widget.surveymonkey.com | host=www.surveymonkey.com
Qualtrics | 73 | www.qualtrics.com | script=siteintercept\.qualtrics\.com | inline=siteintercept\.qualtrics\.com
Medallia | 73 | www.medallia.com | host=nebula-cdn.kampyle.com | host=resources.digital-cloud.medallia.com
Usabilla | 73 | usabilla.com | host=w.usabilla.com
Foresee | 73 | www.verint.com | host=gateway.foresee.com
UserVoice | 73 13 | www.uservoice.com | host=widget.uservoice.com
Canny | 73 | canny.io | host=canny.io
Intercom | 52 | www.intercom.com | host=widget.intercom.io | host=js.intercomcdn.com | inline=intercomSettings
Zendesk | 52 13 | www.zendesk.com | host=static.zdassets.com | dom=script#ze-snippet | txt=mail\.zendesk\.com
Drift | 52 32 | www.drift.com | host=js.driftt.com
LiveChat | 52 | www.livechat.com | host=cdn.livechatinc.com | inline=__lc\.license
tawk.to | 52 | www.tawk.to | host=embed.tawk.to
Crisp | 52 | crisp.chat | host=client.crisp.chat
Tidio | 52 | www.tidio.com | host=code.tidio.co
Olark | 52 | www.olark.com | host=static.olark.com
Freshchat | 52 | www.freshworks.com | host=wchat.freshchat.com | host=wchat.eu.freshchat.com | script=\.freshchat\.com/ | host=fw-cdn.com
HelpScout | 52 | www.helpscout.com | host=beacon-v2.helpscout.net
LivePerson | 52 | www.liveperson.com | host=lptag.liveperson.net
Smartsupp | 52 | www.smartsupp.com | host=www.smartsuppchat.com
JivoChat | 52 | www.jivochat.com | host=code.jivosite.com | host=code-ya.jivosite.com | host=code.jivo.ru
Userlike | 52 | www.userlike.com | host=userlike-cdn-widgets.s3-eu-west-1.amazonaws.com
Chatra | 52 | chatra.com | host=call.chatra.io
Chatwoot | 52 | www.chatwoot.com | host=app.chatwoot.com | inline=chatwootSDK\.run
PureChat | 52 | www.purechat.com | host=app.purechat.com
Snapengage | 52 | snapengage.com | host=storage.googleapis.com/code.snapengage.com
Podium | 52 90 | www.podium.com | host=connect.podium.com
Birdeye | 90 52 | birdeye.com | host=birdeye.com
Kustomer | 52 | www.kustomer.com | host=cdn.kustomerapp.com
Gladly | 52 | www.gladly.com | host=cdn.gladly.com
Ada | 52 | www.ada.cx | host=static.ada.support
Landbot | 52 | landbot.io | host=static.landbot.io | host=cdn.landbot.io
ManyChat | 52 32 | manychat.com | host=widget.manychat.com
Facebook Chat Plugin | 52 | developers.facebook.com | script=connect\.facebook\.net/[^/]{1,40}/sdk/xfbml\.customerchat\.js
| inline=xfbml\.customerchat\.js
Qualified | 52 32 | www.qualified.com | host=js.qualified.com
Chili Piper | 72 53 | www.chilipiper.com | host=js.chilipiper.com
Calendly | 72 | calendly.com | host=assets.calendly.com | frame=calendly\.com/
Cal.com | 72 | cal.com | host=app.cal.com | host=cal.com
Acuity Scheduling | 72 | acuityscheduling.com | host=embed.acuityscheduling.com | frame=acuityscheduling\.com
SimplyBook | 72 | simplybook.me | script=simplybook\.(?:me|it)/v2/widget
OpenTable | 93 | www.opentable.com | script=opentable\.[a-z.]{2,6}/widget/ | frame=opentable\.
Resy | 93 | resy.com | host=widgets.resy.com
Eventbrite | 104 | www.eventbrite.com | host=www.eventbrite.com
Ticket Tailor | 104 | www.tickettailor.com | host=cdn.tickettailor.com
Greenhouse | 101 | www.greenhouse.com | host=boards.greenhouse.io
Lever | 101 | www.lever.co | host=jobs.lever.co
Workable | 101 | www.workable.com | host=www.workable.com
Personio | 101 | www.personio.com | script=\.jobs\.personio\.(?:de|com)
Donorbox | 111 | donorbox.org | host=donorbox.org
Classy | 111 | www.classy.org | host=giving.classy.org
`;
